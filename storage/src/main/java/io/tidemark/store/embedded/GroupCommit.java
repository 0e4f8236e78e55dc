package io.tidemark.store.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets concurrent callers share one commit. Whoever finds nobody committing takes everything that waits, its own
 * request included, and commits it; the others wait for their answers. So a lonely caller pays no hand-over, and at most
 * one request per calling thread ever waits. Thread-safe.
 *
 * @param <Q> a request
 * @param <A> its answer
 */
final class GroupCommit<Q, A> {
    private final Function<List<Q>, List<Supplier<A>>> commit;
    private final Object monitor = new Object();
    private List<Waiting<Q, A>> queue = new ArrayList<>();
    private boolean busy;

    /**
     * @param commit answers the requests in their order, once all of them are durable; called by one thread at a time.
     *     It answers a failure too: a supplier throws what its caller is to see
     */
    GroupCommit(Function<List<Q>, List<Supplier<A>>> commit) {
        this.commit = commit;
    }

    /** The request's answer. An interrupt does not end the wait: only the answer tells what became of the request. */
    A run(Q request) {
        Waiting<Q, A> mine = new Waiting<>(request);
        synchronized (monitor) {
            queue.add(mine);
        }
        if (takeTurn(() -> mine.answer.isPresent())) {
            try {
                commitQueue();
            } finally {
                endTurn();
            }
        }
        return mine.answer.orElseThrow().get();
    }

    /** Runs the action while nothing is being committed. */
    void exclusively(Runnable action) {
        takeTurn(() -> false);
        try {
            action.run();
        } finally {
            endTurn();
        }
    }

    private boolean takeTurn(BooleanSupplier answered) {
        boolean interrupted = false;
        try {
            synchronized (monitor) {
                while (busy && !answered.getAsBoolean()) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
                if (answered.getAsBoolean()) {
                    return false;
                }
                busy = true;
                return true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void commitQueue() {
        List<Waiting<Q, A>> group;
        synchronized (monitor) {
            group = queue;
            queue = new ArrayList<>();
        }
        List<Supplier<A>> answers =
                commit.apply(group.stream().map(waiting -> waiting.request).toList());
        synchronized (monitor) {
            for (int i = 0; i < group.size(); i++) {
                group.get(i).answer = Optional.of(answers.get(i));
            }
        }
    }

    private void endTurn() {
        synchronized (monitor) {
            busy = false;
            monitor.notifyAll();
        }
    }

    private static final class Waiting<Q, A> {
        private final Q request;
        private Optional<Supplier<A>> answer = Optional.empty();

        private Waiting(Q request) {
            this.request = request;
        }
    }
}
