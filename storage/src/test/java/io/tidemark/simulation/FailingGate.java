package io.tidemark.simulation;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Keeps every call that is meant from the store for as long as it is told to, and notes every call. Thread-safe. */
public final class FailingGate implements Gate {
    private final List<StoreCall> calls = new ArrayList<>();
    private Predicate<StoreCall> meant;

    public FailingGate(Predicate<StoreCall> meant) {
        this.meant = meant;
    }

    public synchronized void open() {
        meant = call -> false;
    }

    public synchronized long count(StoreCall.Kind kind) {
        return calls.stream().filter(call -> call.kind() == kind).count();
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        if (fails(call)) {
            throw new StoreUnavailableException(Effect.NONE, "kept from " + call);
        }
        return action.get();
    }

    private synchronized boolean fails(StoreCall call) {
        calls.add(call);
        return meant.test(call);
    }
}
