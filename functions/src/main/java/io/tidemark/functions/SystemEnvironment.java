package io.tidemark.functions;

import io.tidemark.store.Environment;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What the log needs of a real process. */
public final class SystemEnvironment {
    /** Store calls that go out together; beyond that, the request's own thread makes them. */
    private static final int MAX_THREADS = 256;

    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);

    private SystemEnvironment() {}

    /** The system's clock and randomness, real pauses, and as many threads as calls go out together. */
    public static Environment create() {
        return new Environment(Clock.systemUTC(), new SecureRandom(), SystemEnvironment::pause, threads());
    }

    private static Executor threads() {
        return new ThreadPoolExecutor(
                0,
                MAX_THREADS,
                IDLE_THREAD.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                SystemEnvironment::thread,
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "tidemark-store");
        thread.setDaemon(true);
        return thread;
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
