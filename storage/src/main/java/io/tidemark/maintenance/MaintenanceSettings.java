package io.tidemark.maintenance;

import io.tidemark.sweep.Sweep;
import java.time.Duration;

/**
 * What an operator may set.
 *
 * @param mergeMaxAge pages that wait longer for more are merged however few they are; {@link #MIN_MERGE_MAX_AGE} or
 *     more: what is merged often is merged into many small segments
 * @param sweepGrace how long an object that nothing names is kept; {@link Sweep#MIN_GRACE} or more
 */
public record MaintenanceSettings(Duration mergeMaxAge, Duration sweepGrace) {
    public static final Duration MIN_MERGE_MAX_AGE = Duration.ofMinutes(1);

    /** Above all that makes sense, and below all that overflows. */
    public static final Duration MAX = Duration.ofDays(30);

    public static final MaintenanceSettings USUAL = new MaintenanceSettings(Duration.ofDays(1), Sweep.MIN_GRACE);

    public MaintenanceSettings {
        check("merge.max.age", mergeMaxAge, MIN_MERGE_MAX_AGE);
        check("sweep grace", sweepGrace, Sweep.MIN_GRACE);
    }

    private static void check(String name, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(name + " is " + value + ", not between " + min + " and " + MAX);
        }
    }
}
