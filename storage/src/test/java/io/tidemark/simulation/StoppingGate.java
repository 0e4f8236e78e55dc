package io.tidemark.simulation;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.function.Supplier;

/** The gate of a process that dies behind its call at one place, counted from 1. Thread-safe. */
public final class StoppingGate implements Gate {
    private final int place;
    private int calls;

    public StoppingGate(int place) {
        this.place = place;
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        if (isDead()) {
            throw new StoreUnavailableException(Effect.UNKNOWN, "the process is dead before " + call);
        }
        return action.get();
    }

    private synchronized boolean isDead() {
        return ++calls > place;
    }
}
