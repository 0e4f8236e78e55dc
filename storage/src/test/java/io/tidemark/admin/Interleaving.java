package io.tidemark.admin;

import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Runs operations at one time, one store call after another; a seed decides which goes next, and which call is an
 * operation's last because its process stops before or after it.
 */
final class Interleaving {
    private final Random random;
    private final int stopOneIn;
    private final Runnable invariant;
    private final List<Turn> waiting = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private int running;
    private int gates;

    /** What a call of an operation waits for. */
    private static final class Turn {
        private final int operation;
        private boolean granted;

        private Turn(int operation) {
            this.operation = operation;
        }
    }

    /**
     * A new one, for one run.
     *
     * @param stopOneIn of so many calls about one is the operation's last; 0 for none
     * @param invariant is checked after each call
     */
    Interleaving(long seed, int stopOneIn, Runnable invariant) {
        this.random = new Random(seed);
        this.stopOneIn = stopOneIn;
        this.invariant = invariant;
    }

    /** The store as one of the operations sees it. */
    ItemStore over(ItemStore items) {
        return new Gate(items, gates++);
    }

    /** Returns when every operation has ended, or was stopped. */
    void run(List<Runnable> operations) throws InterruptedException {
        running = operations.size();
        List<Thread> threads = new ArrayList<>();
        operations.forEach(operation -> threads.add(new Thread(() -> end(outcome(operation)))));
        threads.forEach(Thread::start);
        grantTurns();
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("an operation failed", failures.get(0));
        }
    }

    private static List<Throwable> outcome(Runnable operation) {
        try {
            operation.run();
            return List.of();
        } catch (StoreUnavailableException stopped) {
            return List.of();
        } catch (RuntimeException | Error failure) {
            return List.of(failure);
        }
    }

    private synchronized void end(List<Throwable> failed) {
        failures.addAll(failed);
        running--;
        notifyAll();
    }

    private synchronized void grantTurns() throws InterruptedException {
        while (true) {
            while (waiting.size() < running) {
                wait();
            }
            if (running == 0) {
                return;
            }
            waiting.sort(Comparator.comparingInt(turn -> turn.operation));
            waiting.remove(random.nextInt(waiting.size())).granted = true;
            notifyAll();
        }
    }

    private synchronized void awaitTurn(Turn turn) {
        waiting.add(turn);
        notifyAll();
        try {
            while (!turn.granted) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized boolean stops() {
        return stopOneIn > 0 && random.nextInt(stopOneIn) == 0;
    }

    private final class Gate extends WatchedItemStore {
        private final int operation;
        private boolean stopped;

        private Gate(ItemStore items, int operation) {
            super(items);
            this.operation = operation;
        }

        @Override
        <T> T call(ItemKey key, Supplier<T> call) {
            awaitTurn(new Turn(operation));
            if (stopped || stops()) {
                stopped = true;
                throw new StoreUnavailableException(Effect.UNKNOWN, "stopped before " + key);
            }
            T answer = call.get();
            invariant.run();
            if (stops()) {
                stopped = true;
                throw new StoreUnavailableException(Effect.UNKNOWN, "stopped after " + key);
            }
            return answer;
        }
    }
}
