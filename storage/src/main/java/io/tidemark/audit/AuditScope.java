package io.tidemark.audit;

import java.time.Duration;

/**
 * How far an audit goes.
 *
 * @param deep whether it reads every byte of every batch; otherwise it looks that the objects are there
 * @param garbageAge how old an object that nothing names may be; a segment may be a day older
 */
public record AuditScope(boolean deep, Duration garbageAge) {
    /** A day between two sweeps, another one for a sweep that takes several runs. */
    public static final Duration DEFAULT_GARBAGE_AGE = Duration.ofDays(2);

    public static AuditScope quick() {
        return new AuditScope(false, DEFAULT_GARBAGE_AGE);
    }

    public static AuditScope everything() {
        return new AuditScope(true, DEFAULT_GARBAGE_AGE);
    }
}
