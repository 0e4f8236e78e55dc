package io.tidemark.simulation;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Holds the calls that are meant until so many of them are under way at one time. Thread-safe. */
public final class MeetingGate implements Gate {
    private static final int TIMEOUT_SECONDS = 20;

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
            await();
        }
        return action.get();
    }

    private void await() {
        try {
            if (!missing.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the calls do not go out together");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
