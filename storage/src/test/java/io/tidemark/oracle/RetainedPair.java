package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.protocol.Errors;

/**
 * A topic of a broker and of Tidemark, each batch of which is deleted as a whole: it is a segment of the broker's, into
 * which no second one fits, and of Tidemark's a segment or a batch of the tail. Used by one thread.
 */
final class RetainedPair {
    /** What a batch has at least: two of them are larger than a segment. */
    static final int MIN_SIZE_BYTES = 601;

    static final int MAX_SIZE_BYTES = 1_200;

    private static final Duration UNTIL_MERGED = Duration.ofHours(26);

    private final BothLogs both;
    private final String topic;

    RetainedPair(BothLogs both, String topic, Map<String, String> configs) {
        this.both = both;
        this.topic = topic;
        Map<String, String> all = new HashMap<>(Map.of("segment.ms", Long.toString(Long.MAX_VALUE)));
        all.putAll(configs);
        assertThat(both.tidemark().createTopic(topic, 1, all)).isEqualTo(Errors.NONE);
        all.put("internal.segment.bytes", Integer.toString(MAX_SIZE_BYTES));
        assertThat(both.broker().createTopic(topic, 1, all)).isEqualTo(Errors.NONE);
    }

    /** A batch of one record, of exactly this size. */
    static Bytes batch(long timestampMs, int sizeBytes) {
        int about = sizeBytes - (filled(timestampMs, sizeBytes).size() - sizeBytes);
        // lengths are stored in as many bytes as they need
        Bytes batch = filled(
                timestampMs, about + sizeBytes - filled(timestampMs, about).size());
        assertThat(batch.size()).isEqualTo(sizeBytes);
        return batch;
    }

    private static Bytes filled(long timestampMs, int valueSizeBytes) {
        NewRecord record = new NewRecord(
                timestampMs, Optional.empty(), Optional.of(Bytes.utf8("v".repeat(valueSizeBytes))), List.of());
        return BatchWriter.write(List.of(record), Codec.UNCOMPRESSED, Optional.empty(), false);
    }

    void append(Bytes batch) {
        assertThat(both.produce(topic, batch).error()).isEqualTo(Errors.NONE);
    }

    /** Makes a segment of Tidemark's of what was appended since the last one. */
    void merge() {
        maintain(UNTIL_MERGED, Set.of(StepName.SEAL, StepName.MERGE));
    }

    /** Retention, in both; the log start behind it, and all else that can be asked, is the same. */
    long retain() {
        KafkaBroker.running().deleteOldSegments(topic);
        maintain(Duration.ZERO, Set.of(StepName.RETENTION));
        maintain(Duration.ZERO, Set.of(StepName.REMOVE));
        long high = both.listOffset(topic, -1).offset();
        for (long offset = 0; offset <= high; offset++) {
            both.fetch(topic, 0, offset, MAX_SIZE_BYTES);
        }
        both.listOffset(topic, -3);
        return both.listOffset(topic, -2).offset();
    }

    private void maintain(Duration late, Set<StepName> steps) {
        Maintenance maintenance = new Maintenance(
                both.stores().objects(),
                both.stores().items(),
                new Environment(Clock.offset(Clock.systemUTC(), late), new Random(1), duration -> {}, Runnable::run));
        MaintenanceReport report =
                maintenance.run(new MaintenanceRequest(Duration.ofMinutes(5), steps, Set.of(new TopicName(topic))));
        assertThat(report.failed()).isEmpty();
        assertThat(report.skipped()).isEmpty();
    }
}
