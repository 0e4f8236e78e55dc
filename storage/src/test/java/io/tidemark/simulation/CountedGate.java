package io.tidemark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Keeps every call in order, and does something just before one of them, or fails it. Used by one thread. */
public final class CountedGate implements Gate {
    private final List<StoreCall> calls = new ArrayList<>();
    private final int at;
    private final Runnable inserted;

    /** @param at the number of the call, from 0 on; what is inserted may throw */
    public CountedGate(int at, Runnable inserted) {
        this.at = at;
        this.inserted = inserted;
    }

    /** Only keeps the calls. */
    public CountedGate() {
        this(-1, () -> {});
    }

    public List<StoreCall> calls() {
        return List.copyOf(calls);
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        calls.add(call);
        if (calls.size() - 1 == at) {
            inserted.run();
        }
        return action.get();
    }
}
