package io.tidemark.maintenance;

import io.tidemark.layout.DueEntry;
import io.tidemark.sweep.Sweep;
import java.time.Duration;

/**
 * What an operator may set.
 *
 * @param mergeMaxAge pages that wait longer for more are merged however few they are; {@link #MIN_MERGE_MAX_AGE} or
 *     more: what is merged often is merged into many small segments
 * @param sweepGrace how long an object that nothing names is kept; {@link Sweep#MIN_GRACE} or more
 * @param parallel how many partitions a run works on at a time, 1 to {@link #MAX_PARALLEL}; a merge or a compaction takes
 *     up to 100 MiB
 */
public record MaintenanceSettings(Duration mergeMaxAge, Duration sweepGrace, int parallel) {
    public static final Duration MIN_MERGE_MAX_AGE = Duration.ofMinutes(1);

    /** Above all that makes sense, and below all that overflows. */
    public static final Duration MAX = Duration.ofDays(30);

    public static final int MAX_PARALLEL = DueEntry.SHARDS;

    public static final MaintenanceSettings USUAL = new MaintenanceSettings(Duration.ofDays(1), Sweep.MIN_GRACE, 2);

    public MaintenanceSettings {
        check("merge.max.age", mergeMaxAge, MIN_MERGE_MAX_AGE);
        check("sweep grace", sweepGrace, Sweep.MIN_GRACE);
        if (parallel < 1 || parallel > MAX_PARALLEL) {
            throw new IllegalArgumentException(parallel + " partitions at a time, not 1 to " + MAX_PARALLEL);
        }
    }

    private static void check(String name, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(name + " is " + value + ", not between " + min + " and " + MAX);
        }
    }
}
