package io.tidemark.audit;

import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.Set;

/**
 * How far an audit goes.
 *
 * @param deep whether it reads every byte of every batch; otherwise it looks that the objects are there
 * @param garbageAge how old an object that nothing names may be, a segment a day older, where no sweep has begun for as
 *     long
 * @param topics checks the partitions of these alone, and nothing beside; empty for everything
 */
public record AuditScope(boolean deep, Duration garbageAge, Set<TopicName> topics) {
    /** A day between two sweeps, another one for a sweep that takes several runs. */
    public static final Duration DEFAULT_GARBAGE_AGE = Duration.ofDays(2);

    public AuditScope {
        topics = Set.copyOf(topics);
    }

    /** Of all that is stored. */
    public AuditScope(boolean deep, Duration garbageAge) {
        this(deep, garbageAge, Set.of());
    }

    public static AuditScope quick() {
        return new AuditScope(false, DEFAULT_GARBAGE_AGE);
    }

    public static AuditScope everything() {
        return new AuditScope(true, DEFAULT_GARBAGE_AGE);
    }
}
