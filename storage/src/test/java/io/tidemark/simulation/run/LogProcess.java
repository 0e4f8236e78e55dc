package io.tidemark.simulation.run;

import io.tidemark.Tidemark;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The process through which one actor works; when it crashes, another one takes its place. Used by one thread. */
final class LogProcess {
    private static final int MAX_SKEW_MS = 120_000;

    private final World world;
    private final Scheduler scheduler;
    private final int actor;
    private final Random random;
    private final int faultOneIn;
    private FaultyGate gate;
    private Tidemark tidemark;
    private boolean faulty;

    LogProcess(World world, Scheduler scheduler, int actor, Random random, int faultOneIn) {
        this.world = world;
        this.scheduler = scheduler;
        this.actor = actor;
        this.random = random;
        this.faultOneIn = faultOneIn;
        this.gate = new FaultyGate(scheduler, actor, random, faultOneIn);
        this.tidemark = world.process(gate, environment());
    }

    /** What the operation answers; absent where the process crashed in it. */
    <T> Optional<T> ask(Function<Tidemark, T> operation) {
        return run(() -> operation.apply(tidemark));
    }

    /** What a step of maintenance answers; absent where the process crashed in it. */
    <T> Optional<T> maintain(Function<ItemStore, T> step) {
        return run(() -> step.apply(new GatedItemStore(world.items(), gate)));
    }

    /** Whether a call went wrong in the operation before. */
    boolean wasFaulty() {
        return faulty;
    }

    /** Calls that go out together go out in any order. */
    Executor executor() {
        return task -> {
            if (random.nextBoolean()) {
                task.run();
            }
        };
    }

    private <T> Optional<T> run(Supplier<T> operation) {
        try {
            T answer = operation.get();
            faulty = gate.wasFaulty();
            return Optional.of(answer);
        } catch (ProcessCrash crash) {
            faulty = true;
            gate = new FaultyGate(scheduler, actor, random, faultOneIn);
            tidemark = world.process(gate, environment());
            return Optional.empty();
        }
    }

    private Environment environment() {
        Duration skew = Duration.ofMillis(random.nextInt(2 * MAX_SKEW_MS) - MAX_SKEW_MS);
        return new Environment(Clock.offset(world.clock(), skew), random, duration -> gate.pause(), executor());
    }
}
