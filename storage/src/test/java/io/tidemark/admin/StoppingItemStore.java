package io.tidemark.admin;

import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.function.Supplier;

/** The store as a process sees it that stops at its n-th call: from there on every call fails. Used by one thread. */
final class StoppingItemStore extends WatchedItemStore {
    /** Whether the call at which the process stops still takes effect. */
    enum Stop {
        BEFORE,
        AFTER
    }

    private final int lastCall;
    private final Stop stop;
    private int calls;

    StoppingItemStore(ItemStore items, int lastCall, Stop stop) {
        super(items);
        this.lastCall = lastCall;
        this.stop = stop;
    }

    boolean stopped() {
        return calls >= lastCall;
    }

    @Override
    <T> T call(ItemKey key, Supplier<T> call) {
        calls++;
        if (calls > lastCall || (calls == lastCall && stop == Stop.BEFORE)) {
            throw new StoreUnavailableException(Effect.UNKNOWN, "stopped before " + key);
        }
        T answer = call.get();
        if (calls == lastCall) {
            throw new StoreUnavailableException(Effect.UNKNOWN, "stopped after " + key);
        }
        return answer;
    }
}
