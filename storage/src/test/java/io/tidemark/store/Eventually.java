package io.tidemark.store;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what another thread or process does: for a condition, never for a time. */
public final class Eventually {
    /** What no machine needs, however slow and loaded: only a failure takes as long. */
    public static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Eventually() {}

    /** Asks until the answer is one that is waited for, and returns that. */
    public static <T> T until(Supplier<T> question, Predicate<T> isIt) {
        return until(question, isIt, () -> "it stays at " + question.get());
    }

    private static <T> T until(Supplier<T> question, Predicate<T> isIt, Supplier<String> failure) {
        long begun = System.nanoTime();
        while (true) {
            T answer = question.get();
            if (isIt.test(answer)) {
                return answer;
            }
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError(failure.get());
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    /** Returns once this holds. */
    public static void holds(String what, BooleanSupplier condition) {
        boolean unused = until(condition::getAsBoolean, held -> held, () -> "not in time: " + what);
    }

    /** Returns once the latch is open. */
    public static void open(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the latch stays at " + latch.getCount());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
