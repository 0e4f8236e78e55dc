package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.Environment;
import io.tidemark.store.Eventually;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.protocol.Errors;

/**
 * A compacted topic of a broker and of Tidemark, whose segments end at the same offsets: a broker's are so large that
 * the next batch does not fit, Tidemark's are merged then. Used by one thread.
 */
final class CompactedPair {
    private static final int MANY_BYTES = 1 << 20;

    private final BothLogs both;
    private final String topic;
    private Duration late = Duration.ZERO;

    /** @param segmentSizeBytes the broker's segments are as large as this at most */
    CompactedPair(BothLogs both, String topic, int segmentSizeBytes, Map<String, String> configs) {
        this.both = both;
        this.topic = topic;
        Map<String, String> all = new HashMap<>(Map.of(
                "cleanup.policy",
                "compact",
                "min.cleanable.dirty.ratio",
                "0",
                "segment.ms",
                Long.toString(Long.MAX_VALUE),
                "message.timestamp.after.max.ms",
                Long.toString(Long.MAX_VALUE)));
        all.putAll(configs);
        assertThat(both.tidemark().createTopic(topic, 1, all)).isEqualTo(Errors.NONE);
        all.put("internal.segment.bytes", Integer.toString(segmentSizeBytes));
        assertThat(both.broker().createTopic(topic, 1, all)).isEqualTo(Errors.NONE);
    }

    String topic() {
        return topic;
    }

    void append(Bytes batch) {
        assertThat(both.produce(topic, batch).error()).isEqualTo(Errors.NONE);
    }

    /** Makes a segment of what there is, without compacting it. */
    void merge() {
        late = late.plusHours(26);
        maintain(Set.of(StepName.SEAL, StepName.MERGE));
    }

    /** Compacts what may be, which is nothing now. */
    void compactNothing() {
        assertThat(maintain(Set.of(StepName.COMPACT)).done()).isEmpty();
    }

    /** Ends the segment, by a batch that begins the next one, and compacts what is before it. */
    void compactBefore(Bytes next) {
        merge();
        long end = both.listOffset(topic, -1).offset();
        append(next);
        assertThat(maintain(Set.of(StepName.COMPACT)).done()).containsEntry(StepName.COMPACT, 1);
        Eventually.holds(
                "the broker cleans " + topic, () -> KafkaBroker.running().cleanedTo(topic) >= end);
    }

    private MaintenanceReport maintain(Set<StepName> steps) {
        Clock clock = Clock.offset(Clock.systemUTC(), late);
        Maintenance maintenance = new Maintenance(
                both.stores().objects(),
                both.stores().items(),
                new Environment(clock, new Random(1), duration -> {}, Runnable::run));
        MaintenanceReport report =
                maintenance.run(new MaintenanceRequest(Duration.ofMinutes(5), steps, Set.of(new TopicName(topic))));
        assertThat(report.failed()).isEmpty();
        return report;
    }

    /** What is left, the same in both but for the batches without records that a broker keeps for their headers. */
    List<String> left() {
        List<String> brokers = shapes(both.broker());
        assertThat(shapes(both.tidemark()))
                .as("Tidemark, beside the broker, of %s", topic)
                .isEqualTo(brokers);
        return brokers;
    }

    /** Where batches are left, where a broker may have cleaned once more than Tidemark has compacted. */
    List<String> placesLeft() {
        List<String> brokers = places(both.broker());
        assertThat(places(both.tidemark())).isEqualTo(brokers);
        return brokers;
    }

    private List<String> places(ComparedLog log) {
        return batches(log).stream()
                .map(batch -> batch.baseOffset() + ".." + batch.lastOffset())
                .toList();
    }

    /**
     * The answers are those of a scan of what is left, and the broker's, but where that finds nothing: it looks into the
     * first segment alone that once had such a time.
     */
    void assertFound(long... timestamps) {
        List<LogRecord> left = batches(both.tidemark()).stream()
                .flatMap(batch -> batch.records().stream())
                .toList();
        long max = left.stream().mapToLong(LogRecord::timestampMs).max().orElseThrow();
        for (long asked : timestamps) {
            Listed expected = left.stream()
                    .filter(record -> record.timestampMs() >= (asked < 0 ? max : asked))
                    .findFirst()
                    .map(record -> Listed.of(record.offset(), record.timestampMs()))
                    .orElse(Listed.NO_MATCH);
            assertThat(both.tidemark().listOffset(topic, asked))
                    .as("%d in %s", asked, topic)
                    .isEqualTo(expected);
            assertThat(both.broker().listOffset(topic, asked))
                    .as("broker, %d in %s", asked, topic)
                    .isIn(expected, Listed.NO_MATCH);
        }
    }

    private List<String> shapes(ComparedLog log) {
        return batches(log).stream().map(CompactedPair::shape).toList();
    }

    /** Those that have records. */
    private List<StoredBatch> batches(ComparedLog log) {
        List<StoredBatch> batches = new ArrayList<>();
        long high = log.listOffset(topic, -1).offset();
        for (long next = 0; next < high; ) {
            // a broker's answer ends with the segment
            for (Bytes bytes : log.fetch(topic, 0, next, MANY_BYTES).batches()) {
                StoredBatch batch =
                        StoredBatch.at(bytes.asByteBuffer().getLong(), bytes).verified();
                if (!batch.records().isEmpty()) {
                    batches.add(batch);
                }
                next = batch.lastOffset() + 1;
            }
        }
        return batches;
    }

    /** All of a batch but when its delete horizon is, which each log's own clock says. */
    private static String shape(StoredBatch batch) {
        String records = batch.records().stream()
                .map(record -> record.offset() + ":"
                        + record.key().map(Bytes::utf8).orElse("")
                        + record.value().map(value -> "=" + value.utf8()).orElse("") + "@" + record.timestampMs())
                .toList()
                .toString();
        return batch.baseOffset() + ".." + batch.lastOffset() + " " + records
                + (batch.deleteHorizonMs().isPresent() ? " until a horizon" : "")
                + " max " + batch.maxTimestampMs() + " " + batch.timestampType()
                + (batch.isControl() ? " marker" : "")
                + (batch.isTransactional() ? " in a transaction" : "")
                + batch.producerId().map(id -> " of " + id).orElse("")
                + batch.producer().map(producer -> " by " + producer).orElse("");
    }
}
