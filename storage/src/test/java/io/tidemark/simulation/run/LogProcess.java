package io.tidemark.simulation.run;

import io.tidemark.Tidemark;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The process through which one actor works; when it crashes, another one takes its place. Used by one thread. */
public final class LogProcess {
    private final World world;
    private final Scheduler scheduler;
    private final int actor;
    private final Random random;
    private final Faults faults;
    private FaultyGate gate;
    private Environment environment;
    private Tidemark tidemark;
    private boolean faulty;

    /**
     * What goes wrong.
     *
     * @param oneIn of so many calls about one is lost, comes late, or is its process's last; 0 for none
     * @param stallOneIn of so many calls about one waits for long
     * @param maxSkew how far its clock may be from the true time
     */
    public record Faults(int oneIn, int stallOneIn, Duration maxSkew) {
        private static final int USUAL_STALL_ONE_IN = 40;

        public Faults(int oneIn, Duration maxSkew) {
            this(oneIn, USUAL_STALL_ONE_IN, maxSkew);
        }

        /** The same, but stalled so often. */
        public Faults stalledOneIn(int calls) {
            return new Faults(oneIn, calls, maxSkew);
        }
    }

    /** @param actor the number of the actor that works through it */
    public LogProcess(World world, Scheduler scheduler, int actor, Random random, Faults faults) {
        this.world = world;
        this.scheduler = scheduler;
        this.actor = actor;
        this.random = random;
        this.faults = faults;
        this.gate = new FaultyGate(scheduler, actor, random, faults);
        this.environment = environment();
        this.tidemark = world.process(gate, environment);
    }

    /** What the operation answers; absent where the process crashed in it. */
    public <T> Optional<T> ask(Function<Tidemark, T> operation) {
        return run(() -> operation.apply(tidemark));
    }

    /** What a step of maintenance answers; absent where the process crashed in it. */
    public <T> Optional<T> maintain(Function<ItemStore, T> step) {
        return run(() -> step.apply(new GatedItemStore(world.items(), gate)));
    }

    /** What a run of maintenance answers whose clock is ahead, so that much is old to it that is not. */
    public <T> Optional<T> maintainAhead(Duration ahead, Function<Maintenance, T> steps) {
        return run(() -> {
            Environment later = new Environment(
                    Clock.offset(environment.clock(), ahead), random, environment.pause(), environment.executor());
            return steps.apply(new Maintenance(
                    new GatedObjectStore(world.objects(), gate), new GatedItemStore(world.items(), gate), later));
        });
    }

    /** The time by the clock of this process. */
    public Instant now() {
        return environment.clock().instant();
    }

    /** Whether a call went wrong in the operation before. */
    public boolean wasFaulty() {
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
            gate = new FaultyGate(scheduler, actor, random, faults);
            environment = environment();
            tidemark = world.process(gate, environment);
            return Optional.empty();
        }
    }

    private Environment environment() {
        int maxSkewMs = Math.toIntExact(faults.maxSkew().toMillis());
        Duration skew = Duration.ofMillis(random.nextInt(2 * maxSkewMs) - maxSkewMs);
        return new Environment(Clock.offset(world.clock(), skew), random, duration -> gate.pause(), executor());
    }
}
