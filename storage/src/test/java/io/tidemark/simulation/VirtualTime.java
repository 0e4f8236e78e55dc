package io.tidemark.simulation;

import io.tidemark.store.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes only while everybody waits: of several actors, each a thread of its own, the one goes on whose wait
 * ends first. So who meets whom depends on how long they wait, and on nothing else.
 */
public final class VirtualTime {
    private final Queue<Wait> waiting =
            new PriorityQueue<>(Comparator.comparing(Wait::end).thenComparing(Wait::number));
    private final Semaphore turnEnded = new Semaphore(0);
    private final List<Throwable> failures = new ArrayList<>();

    // Written by the one whose turn it is; the semaphores pass it on.
    private Duration now = Duration.ZERO;
    private long waits;

    private record Wait(Duration end, long number, Semaphore over) {}

    /** Runs the actors to their ends; the first failure of one is the caller's. */
    public void run(List<Runnable> actors) throws InterruptedException {
        for (Runnable actor : actors) {
            Wait start = waitFor(Duration.ZERO);
            new Thread(() -> act(start, actor), "actor-" + start.number()).start();
        }
        for (Wait first = waiting.poll(); first != null; first = waiting.poll()) {
            now = first.end();
            first.over().release();
            if (!turnEnded.tryAcquire(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("an actor does not come back at " + now);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("an actor failed", failures.get(0));
        }
    }

    /** Lets the others go on meanwhile. Called by an actor. */
    public void pass(Duration duration) {
        Wait wait = waitFor(duration);
        turnEnded.release();
        wait.over().acquireUninterruptibly();
    }

    private Wait waitFor(Duration duration) {
        Wait wait = new Wait(now.plus(duration), waits++, new Semaphore(0));
        waiting.add(wait);
        return wait;
    }

    private void act(Wait start, Runnable actor) {
        start.over().acquireUninterruptibly();
        try {
            actor.run();
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
        turnEnded.release();
    }
}
