package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;

/**
 * A log that answers in Kafka's words, so that the answers of several logs can be compared field by field: a broker,
 * Tidemark, and a model that scans. Absent is Kafka's -1.
 */
interface ComparedLog {

    /** What a produce answered for one partition. */
    record Appended(
            Errors error, long baseOffset, long logAppendTimeMs, long logStartOffset, List<Integer> recordErrors) {
        static Appended refused(Errors error) {
            return refused(error, List.of());
        }

        static Appended refused(Errors error, List<Integer> recordErrors) {
            return new Appended(error, -1, -1, -1, recordErrors);
        }

        static Appended at(long baseOffset) {
            return new Appended(Errors.NONE, baseOffset, -1, 0, List.of());
        }
    }

    /** What ListOffsets answered for one partition. */
    record Listed(Errors error, long offset, long timestampMs, int leaderEpoch) {
        static final Listed NO_MATCH = new Listed(Errors.NONE, -1, -1, -1);

        static Listed refused(Errors error) {
            return new Listed(error, -1, -1, -1);
        }

        static Listed of(long offset, long timestampMs) {
            return new Listed(Errors.NONE, offset, timestampMs, 0);
        }
    }

    /** What a fetch answered: the whole batches, with their base offsets and leader epochs. */
    record Read(Errors error, long highWatermark, long lastStableOffset, long logStartOffset, List<Bytes> batches) {
        static Read refused(Errors error) {
            return new Read(error, -1, -1, -1, List.of());
        }
    }

    /** What DeleteRecords answered for one partition. */
    record Trimmed(Errors error, long lowWatermark) {}

    Errors createTopic(String topic, int partitions, Map<String, String> configs);

    /** One request, with one batch for each of the partitions. */
    SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches);

    /** One READ_UNCOMMITTED request that asks the same of the partitions from 0 on. */
    List<Listed> listOffsets(String topic, int partitions, long timestamp);

    /** Does not wait for data. */
    Read fetch(String topic, int partition, long offset, int maxSizeBytes);

    Trimmed deleteRecords(String topic, int partition, long offset);

    default Appended produce(String topic, Bytes batch) {
        SortedMap<Integer, Appended> answers = produce(topic, new TreeMap<>(Map.of(0, batch)));
        return answers.values().iterator().next();
    }

    default Listed listOffset(String topic, long timestamp) {
        return listOffsets(topic, 1, timestamp).get(0);
    }
}
