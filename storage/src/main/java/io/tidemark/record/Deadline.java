package io.tidemark.record;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The last moment at which a request may begin to commit something. Who runs requests for a limited time sets it so
 * that a commit that begins before it also ends in time: what was begun is always waited for.
 */
public record Deadline(Instant lastBegin) {
    /** Of a request that may take as long as it needs. */
    public static final Deadline NONE = new Deadline(Instant.MAX);

    public boolean hasPassed(Clock clock) {
        return clock.instant().isAfter(lastBegin);
    }

    /** Until the deadline, or the longest wait asked for; zero where it has passed. */
    public Duration left(Clock clock, Duration atMost) {
        Instant now = clock.instant();
        if (!now.isBefore(lastBegin)) {
            return Duration.ZERO;
        }
        return now.plus(atMost).isAfter(lastBegin) ? Duration.between(now, lastBegin) : atMost;
    }
}
