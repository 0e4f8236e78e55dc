package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Concurrently;
import io.tidemark.store.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
    private static final int THREADS = 32;
    private static final int ROUNDS = 200;

    private final List<List<Integer>> groups = new ArrayList<>();
    private final AtomicBoolean inside = new AtomicBoolean();

    @Test
    void everyRequestIsCommittedOnceAndGetsItsOwnAnswer() throws Exception {
        GroupCommit<Integer, String> commit = new GroupCommit<>(this::commit);
        Concurrently.run(THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                int request = thread * ROUNDS + round;
                assertThat(commit.run(request)).isEqualTo("answer " + request);
            }
            return thread;
        });
        assertThat(groups.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, THREADS * ROUNDS).boxed().toList());
    }

    @Test
    void whoComesDuringACommitSharesTheNextOne() throws Exception {
        CountDownLatch firstIsIn = new CountDownLatch(1);
        CountDownLatch othersWait = new CountDownLatch(1);
        GroupCommit<Integer, String> commit = new GroupCommit<>(group -> {
            if (group.contains(0)) {
                firstIsIn.countDown();
                Eventually.open(othersWait);
            }
            return commit(group);
        });
        Concurrently.run(THREADS, thread -> {
            if (thread > 0) {
                Eventually.open(firstIsIn);
            }
            if (thread == 1) {
                // the rest is queued, or about to be, when the first one goes on
                othersWait.countDown();
            }
            return commit.run(thread);
        });
        assertThat(groups.get(0)).containsExactly(0);
        assertThat(groups.stream().mapToInt(List::size).sum()).isEqualTo(THREADS);
    }

    @Test
    void aFailureIsItsOwnCallersAlone() {
        GroupCommit<Integer, String> commit = new GroupCommit<>(group -> {
            List<Supplier<String>> answers = new ArrayList<>();
            for (int request : group) {
                answers.add(() -> {
                    if (request == 3) {
                        throw new IllegalArgumentException("three");
                    }
                    return "ok";
                });
            }
            return answers;
        });
        assertThatThrownBy(() -> commit.run(3)).hasMessage("three");
        assertThat(commit.run(4)).isEqualTo("ok");
    }

    @Test
    void anInterruptIsKeptAndDoesNotTakeTheAnswer() {
        GroupCommit<Integer, String> commit = new GroupCommit<>(this::commit);
        Thread.currentThread().interrupt();
        assertThat(commit.run(1)).isEqualTo("answer 1");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anExclusiveActionMeetsNoCommit() throws Exception {
        GroupCommit<Integer, String> commit = new GroupCommit<>(this::commit);
        Concurrently.run(THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                if (thread % 4 == 0) {
                    commit.exclusively(() -> {
                        assertThat(inside.getAndSet(true)).isFalse();
                        inside.set(false);
                    });
                } else {
                    assertThat(commit.run(round)).isEqualTo("answer " + round);
                }
            }
            return thread;
        });
    }

    private List<Supplier<String>> commit(List<Integer> group) {
        assertThat(inside.getAndSet(true)).as("two commits at once").isFalse();
        groups.add(group);
        List<Supplier<String>> answers = new ArrayList<>();
        group.forEach(request -> answers.add(() -> "answer " + request));
        inside.set(false);
        return answers;
    }
}
