package io.tidemark.store;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs one action on many threads that start together. */
public final class Concurrently {
    private static final long TIMEOUT_SECONDS = 2 * Eventually.PATIENCE.toSeconds();

    private Concurrently() {}

    /** The results by thread number; a thread's failure is the caller's. */
    public static <T> List<T> run(int threads, IntFunction<T> action) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                futures.add(pool.submit(() -> {
                    start.await(TIMEOUT_SECONDS, SECONDS);
                    return action.apply(thread);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(TIMEOUT_SECONDS, SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
