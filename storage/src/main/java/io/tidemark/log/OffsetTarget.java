package io.tidemark.log;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;

/**
 * Which offset of a partition is asked for. Kafka's numbers -1 to -6 exist only at the edge, in {@link #ofKafka}.
 *
 * <p>Source: {@code org.apache.kafka.common.requests.ListOffsetsRequest}; KIP-734 for the maximum, KIP-405, KIP-1005
 * and KIP-1023 for the tiers, of which Tidemark's segments are the remote one.
 */
public sealed interface OffsetTarget {

    /** -1: the next offset to be written, or the last stable offset for a READ_COMMITTED reader. */
    record Latest() implements OffsetTarget {}

    /** -2: the log start offset. */
    record Earliest() implements OffsetTarget {}

    /** -3: the first record that carries the largest timestamp. */
    record MaxTimestamp() implements OffsetTarget {}

    /** -4: the first offset that is not read from segments. */
    record EarliestLocal() implements OffsetTarget {}

    /** -5: the last offset that is in a segment. */
    record LatestTiered() implements OffsetTarget {}

    /** -6: the first offset that is in no segment yet. */
    record EarliestPendingUpload() implements OffsetTarget {}

    /**
     * The first record, in offset order, whose timestamp is at or after this one.
     *
     * @param timestampMs epoch milliseconds, 0 or above
     */
    record AtOrAfter(long timestampMs) implements OffsetTarget {
        public AtOrAfter {
            if (timestampMs < 0) {
                throw new IllegalArgumentException("a lookup at " + timestampMs);
            }
        }
    }

    /** The target that Kafka means by this timestamp; UNSUPPORTED_VERSION below -6, as a broker answers. */
    static Answer<OffsetTarget> ofKafka(long timestamp) {
        if (timestamp >= 0) {
            return Answer.of(new AtOrAfter(timestamp));
        }
        if (timestamp < -6) {
            return Answer.refused(
                    KafkaError.UNSUPPORTED_VERSION,
                    "The timestamp " + timestamp + " names no offset: give epoch milliseconds of 0 or above, or -1"
                            + " (latest) to -6 (earliest pending upload).");
        }
        return Answer.of(
                switch ((int) timestamp) {
                    case -1 -> new Latest();
                    case -2 -> new Earliest();
                    case -3 -> new MaxTimestamp();
                    case -4 -> new EarliestLocal();
                    case -5 -> new LatestTiered();
                    default -> new EarliestPendingUpload();
                });
    }
}
