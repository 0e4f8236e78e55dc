package io.tidemark.store;

import java.time.Duration;

/** Waits between two tries of a store call; injected, so that tests and simulations do not sleep. */
@FunctionalInterface
public interface Pause {

    /** Returns after about this long, or earlier where the thread is interrupted (its flag stays set). */
    void pause(Duration duration);
}
