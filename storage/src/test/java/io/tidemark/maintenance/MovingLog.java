package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A partition in which a run has to move everything: a segment below the log start, which holds the largest timestamp, a
 * segment that retention may take, pages to merge, a tail to seal, objects to sweep. Beside it, what a scan answers.
 */
final class MovingLog {
    static final int RECORDS_A_BATCH = 3;
    static final int BATCHES_A_SEGMENT = 16;
    static final int PAGED_BATCHES = 36;

    /** One record into the first batch of the second segment. */
    static final long LOG_START = RECORDS_A_BATCH * BATCHES_A_SEGMENT + 1;

    /** Where the pages begin, and the log, where retention has taken the second segment. */
    static final long PAGED = 2L * RECORDS_A_BATCH * BATCHES_A_SEGMENT;

    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final String THIRTY_DAYS_MS = "2592000000";
    private static final int LATEST_AT = 5;

    final SweepWorld world = new SweepWorld(23);
    final Topic topic;

    /** Each record's timestamp, by offset. */
    private final List<Long> timestampsMs = new ArrayList<>();

    MovingLog(boolean expires) {
        topic = world.create("orders", 1, Map.of("retention.ms", expires ? THIRTY_DAYS_MS : "-1"));
        append(BATCHES_A_SEGMENT, 20);
        world.merge();
        append(BATCHES_A_SEGMENT, 35);
        world.merge();
        world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(0, Optional.of(LOG_START)))));
        append(PAGED_BATCHES, 10);
        world.passes(Duration.ofHours(25));
    }

    /** Batches whose times go up and down, from so many days ago on; one of the first segment's is the latest of all. */
    private void append(int count, int daysAgo) {
        long fromMs = SweepWorld.START.minus(Duration.ofDays(daysAgo)).toEpochMilli();
        for (int i = 0; i < count; i++) {
            long[] times = new long[RECORDS_A_BATCH];
            for (int record = 0; record < RECORDS_A_BATCH; record++) {
                boolean latest = timestampsMs.size() == LATEST_AT * RECORDS_A_BATCH + 1;
                times[record] = latest ? SweepWorld.START.toEpochMilli() : fromMs + 1_000L * (i * 7 % 13) + 10L * i;
                timestampsMs.add(times[record]);
            }
            world.append(topic, 0, times);
        }
    }

    Head.Offsets offsets() {
        return world.head(topic.partition(0)).offsets();
    }

    long timestampMs(long offset) {
        return timestampsMs.get((int) offset);
    }

    /** The first record at or above {@code low} that is at or after the time. */
    Optional<Long> scan(long low, long timestampMs) {
        return LongStream.range(low, timestampsMs.size())
                .filter(offset -> timestampMs(offset) >= timestampMs)
                .boxed()
                .findFirst();
    }

    /** The first record at or above {@code low} with the largest timestamp of those. */
    Optional<Long> scanMaximum(long low) {
        return LongStream.range(low, timestampsMs.size())
                .map(this::timestampMs)
                .boxed()
                .max(Long::compare)
                .flatMap(maximum -> scan(low, maximum));
    }

    /** A run of everything that is due. */
    MaintenanceReport run(Gate gate) {
        MaintenanceReport report = new Maintenance(
                        new GatedObjectStore(world.store.objects(), gate),
                        new GatedItemStore(world.store.items(), gate),
                        world.environment())
                .run(MaintenanceRequest.due(BUDGET));
        assertThat(report.failed()).isEmpty();
        assertThat(report.skipped()).isEmpty();
        return report;
    }
}
