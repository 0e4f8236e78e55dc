package io.tidemark.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FanOutTest {
    private static final Executor REJECTING = task -> {
        throw new RejectedExecutionException("full");
    };

    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void resultsAreInTheOrderOfTheElementsAndEachCallIsMadeOnce() {
        for (Executor executor : List.of(pool, Runnable::run, REJECTING)) {
            AtomicInteger calls = new AtomicInteger();
            List<Integer> elements = IntStream.range(0, 500).boxed().toList();

            List<Integer> results = FanOut.map(executor, elements, element -> {
                calls.incrementAndGet();
                return element * 3;
            });

            assertThat(results)
                    .isEqualTo(elements.stream().map(element -> element * 3).toList());
            assertThat(calls).hasValue(500);
        }
    }

    /** The executor runs nothing, so that the caller does, and sees how many were begun beside its own. */
    @Test
    void noMoreCallsAreOutThanMayBe() {
        List<Runnable> offered = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        List<Integer> elements = IntStream.range(0, 7).boxed().toList();

        List<Integer> results = FanOut.map(offered::add, 3, elements, element -> {
            seen.add(offered.size());
            return element * 3;
        });

        assertThat(results).containsExactly(0, 3, 6, 9, 12, 15, 18);
        assertThat(seen).containsExactly(2, 2, 2, 4, 4, 4, 4);
    }

    @Test
    void nothingToDoIsDone() {
        assertThat(FanOut.map(REJECTING, List.<Integer>of(), element -> element))
                .isEmpty();
    }

    @Test
    void theFirstExceptionComesAfterEveryCallHasEnded() {
        CountDownLatch failed = new CountDownLatch(1);
        ConcurrentLinkedQueue<Integer> ended = new ConcurrentLinkedQueue<>();

        assertThatThrownBy(() -> FanOut.map(pool, List.of(0, 1, 2, 3), element -> {
                    if (element == 0) {
                        failed.countDown();
                        throw new IllegalStateException("call 0");
                    }
                    Eventually.open(failed);
                    ended.add(element);
                    if (element == 2) {
                        throw new IllegalStateException("call 2");
                    }
                    return element;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("call 0");
        assertThat(ended).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void errorsPassAsTheyAre() {
        assertThatThrownBy(() -> FanOut.map(pool, List.of(0, 1), element -> {
                    throw new StackOverflowError("deep");
                }))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void nestedFanOutsOnOneThreadDoNotWaitForEachOther() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            assertThat(one.submit(() -> nested(one, 3)).get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(27);
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void anExecutorThatNeverRunsAnythingLosesNothing() {
        assertThat(FanOut.map(task -> {}, List.of(1, 2, 3), element -> element + 1))
                .containsExactly(2, 3, 4);
    }

    @Test
    void anInterruptIsKeptAndEveryCallStillEnds() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread caller = Thread.currentThread();

        List<Integer> results = FanOut.map(pool, List.of(0, 1), element -> {
            if (element == 0) {
                Eventually.open(begun);
                caller.interrupt();
                release.countDown();
            } else {
                begun.countDown();
                Eventually.open(release);
            }
            return element;
        });

        assertThat(results).containsExactly(0, 1);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static int nested(Executor executor, int depth) {
        return depth == 0
                ? 1
                : FanOut.map(executor, List.of(1, 2, 3), element -> nested(executor, depth - 1)).stream()
                        .mapToInt(Integer::intValue)
                        .sum();
    }
}
