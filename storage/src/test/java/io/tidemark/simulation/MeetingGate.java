package io.tidemark.simulation;

import io.tidemark.store.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Holds the calls that are meant until so many of them are under way at one time. Thread-safe. */
public final class MeetingGate implements Gate {
    private final Predicate<StoreCall> meant;
    private final CountDownLatch missing;

    public MeetingGate(Predicate<StoreCall> meant, int calls) {
        this.meant = meant;
        this.missing = new CountDownLatch(calls);
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        if (meant.test(call)) {
            missing.countDown();
            Eventually.open(missing);
        }
        return action.get();
    }
}
