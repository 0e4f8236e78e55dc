package io.tidemark.simulation.run;

import io.tidemark.simulation.Gate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.Random;
import java.util.function.Supplier;

/** One process's way to the stores: each call waits for its turn, and some go wrong. Used by one actor. */
final class FaultyGate implements Gate {
    private static final int MAX_LATE_STEPS = 200;
    private static final int MAX_STALL_STEPS = 300;

    private final Scheduler scheduler;
    private final int actor;
    private final Random random;
    private final LogProcess.Faults faults;
    private boolean crashed;
    private boolean faulty;

    FaultyGate(Scheduler scheduler, int actor, Random random, LogProcess.Faults faults) {
        this.scheduler = scheduler;
        this.actor = actor;
        this.random = random;
        this.faults = faults;
    }

    /** Whether a call went wrong since this was asked before. */
    boolean wasFaulty() {
        boolean was = faulty;
        faulty = false;
        return was;
    }

    /** A pause: others go on meanwhile. */
    void pause() {
        if (!crashed) {
            scheduler.awaitTurn(actor, random.nextInt(10));
        }
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        if (crashed) {
            throw new ProcessCrash();
        }
        scheduler.awaitTurn(actor, random.nextInt(faults.stallOneIn()) == 0 ? random.nextInt(MAX_STALL_STEPS) : 0);
        if (faults.oneIn() == 0 || random.nextInt(faults.oneIn()) > 0) {
            return scheduler.observed(action);
        }
        faulty = true;
        crashed = random.nextInt(3) == 0;
        boolean effect = call.isWrite() && spoiled(action);
        if (crashed) {
            throw new ProcessCrash();
        }
        throw new StoreUnavailableException(effect ? Effect.UNKNOWN : Effect.NONE, "lost " + call);
    }

    /** What becomes of a write that goes wrong; whether its caller may not rely on anything. */
    private boolean spoiled(Supplier<?> action) {
        switch (random.nextInt(5)) {
            case 0 -> {
                return false;
            }
            case 1 -> {
                return true;
            }
            case 2, 3 -> {
                scheduler.later(1 + random.nextInt(MAX_LATE_STEPS), action);
                return true;
            }
            default -> {
                scheduler.observed(action);
                return true;
            }
        }
    }
}
