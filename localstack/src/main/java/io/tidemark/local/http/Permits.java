package io.tidemark.local.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Bounds how much of one kind of work goes on at a time. */
final class Permits {
    private final Semaphore free;
    private final Duration wait;

    /**
     * A bound.
     *
     * @param wait for a permit, before the work is turned away
     */
    Permits(int limit, Duration wait) {
        this.free = new Semaphore(limit);
        this.wait = wait;
    }

    /** Does the work when there is a permit; absent where there was none in time. */
    <T> Optional<T> run(Work<T> work) throws IOException {
        if (!acquired()) {
            return Optional.empty();
        }
        try {
            return Optional.of(work.run());
        } finally {
            free.release();
        }
    }

    private boolean acquired() {
        try {
            return free.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Something to do that reads from a client. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }
}
