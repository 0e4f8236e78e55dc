package io.tidemark.local.http;

import io.tidemark.store.Pause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shares the heap among the calls at work. A call has its turn while it works and gives it back while it pauses, so that
 * any number of them may wait for records.
 */
public final class Turns {
    /** A call that may hold a whole answer or body of {@link LambdaPayload#LIMIT_BYTES}, in several forms at once. */
    static final int HEAVY = 4;

    static final int LIGHT = 1;

    private final Semaphore free;
    private final Duration wait;
    private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);

    /**
     * Turns for so many light calls at a time.
     *
     * @param wait for a turn, before the call is turned away
     */
    public Turns(int units, Duration wait) {
        this.free = new Semaphore(units, true);
        this.wait = wait;
    }

    /** Makes the call when it is its turn; absent where that took too long. */
    <T> Optional<T> take(int units, Supplier<T> call) {
        if (!acquired(units)) {
            return Optional.empty();
        }
        held.set(units);
        try {
            return Optional.of(call.get());
        } finally {
            held.remove();
            free.release(units);
        }
    }

    /** Pauses without the turn of the call that runs on this thread, if one does. */
    public Pause pausing(Pause pause) {
        return duration -> {
            int units = held.get();
            free.release(units);
            try {
                pause.pause(duration);
            } finally {
                // every turn ends: none is held across a pause
                free.acquireUninterruptibly(units);
            }
        };
    }

    private boolean acquired(int units) {
        try {
            return free.tryAcquire(units, wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
