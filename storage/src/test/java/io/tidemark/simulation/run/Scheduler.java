package io.tidemark.simulation.run;

import io.tidemark.store.Eventually;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets one of several actors go on at a time, each a thread of its own, and lands late requests in between. All
 * choices come from one random source, so that a seed replays.
 */
public final class Scheduler {
    private static final long TIMEOUT_SECONDS = Eventually.PATIENCE.toSeconds();

    private final Random random;
    private final Runnable observer;
    private final Semaphore arrivals = new Semaphore(0);
    private final Queue<Turn> arrived = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Late> late = new ArrayList<>();

    // Written while no actor runs; the turns' semaphores pass it on.
    private boolean stopping;
    private long step;

    /** An actor's wait for its turn. */
    private record Turn(int actor, long notBefore, boolean ended, Semaphore granted) {}

    private record Late(long step, Supplier<?> request) {}

    /** @param observer looks at the stores after each call that was made */
    public Scheduler(Random random, Runnable observer) {
        this.random = random;
        this.observer = observer;
    }

    /** Runs the actors to their ends, then lands what is still on its way. */
    public void run(List<Runnable> actors) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < actors.size(); i++) {
            int actor = i;
            threads.add(new Thread(() -> act(actor, actors.get(actor)), "actor-" + i));
        }
        threads.forEach(Thread::start);
        grantTurns(actors.size());
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
        }
        land(Long.MAX_VALUE);
        if (!failures.isEmpty()) {
            throw new AssertionError("an actor failed at step " + step, failures.peek());
        }
    }

    /** Waits for the actor's next turn, which comes after this many steps of others at the earliest. */
    void awaitTurn(int actor, int stallSteps) {
        Turn turn = new Turn(actor, step + stallSteps, false, new Semaphore(0));
        arrive(turn);
        turn.granted.acquireUninterruptibly();
        if (stopping) {
            throw new ProcessCrash();
        }
    }

    /** Lands a request when so many steps have passed. Called by the actor whose turn it is. */
    void later(int steps, Supplier<?> request) {
        late.add(new Late(step + steps, request));
    }

    /** Makes a call, and has the stores looked at before its caller hears of it. */
    <T> T observed(Supplier<T> call) {
        T answer = call.get();
        observer.run();
        return answer;
    }

    public long step() {
        return step;
    }

    private void act(int actor, Runnable actions) {
        try {
            awaitTurn(actor, 0);
            actions.run();
        } catch (ProcessCrash stopped) {
            // The run is over for everyone.
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
        arrive(new Turn(actor, 0, true, new Semaphore(0)));
    }

    private void arrive(Turn turn) {
        arrived.add(turn);
        arrivals.release();
    }

    private void grantTurns(int actors) throws InterruptedException {
        List<Turn> waiting = new ArrayList<>();
        int running = actors;
        int expected = actors;
        while (running > 0) {
            if (!arrivals.tryAcquire(expected, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("an actor does not come back from step " + step);
            }
            for (; expected > 0; expected--) {
                Turn turn = arrived.remove();
                if (turn.ended) {
                    running--;
                } else {
                    waiting.add(turn);
                }
            }
            endStep();
            if (running > 0) {
                chosen(waiting).granted.release();
                expected = 1;
            }
        }
    }

    private void endStep() {
        if (stopping) {
            return;
        }
        try {
            step++;
            land(step);
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
        stopping = !failures.isEmpty();
    }

    private Turn chosen(List<Turn> waiting) {
        waiting.sort(Comparator.comparingInt(Turn::actor));
        List<Turn> ready =
                waiting.stream().filter(turn -> turn.notBefore <= step).toList();
        List<Turn> from = ready.isEmpty() ? waiting : ready;
        Turn turn = from.get(random.nextInt(from.size()));
        waiting.remove(turn);
        return turn;
    }

    private void land(long upTo) {
        List<Late> due = late.stream().filter(request -> request.step <= upTo).toList();
        late.removeAll(due);
        due.forEach(request -> observed(request.request));
    }
}
