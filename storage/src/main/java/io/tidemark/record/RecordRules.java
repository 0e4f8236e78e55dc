package io.tidemark.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.internal.DefaultRecord;

/**
 * What the records of one client batch must be, fed with them in order; knows afterwards what the batch needs.
 *
 * <p>Source: {@code LogValidator.validateRecord}. Stricter than Kafka where a batch claims LogAppendTime (Kafka
 * trusts that bit on a CreateTime topic if the header's maximum is in range), and where a batch that keeps its codec
 * has other offset deltas than 0, 1, 2, … (Kafka stores an uncompressed one as it is and answers a compressed one
 * with UNKNOWN_SERVER_ERROR). A negative timestamp other than -1 is kept, but Kafka's builder does not write one: in a
 * batch that changes its codec it is INVALID_TIMESTAMP, UNKNOWN_SERVER_ERROR in Kafka. One-way, not thread-safe.
 */
final class RecordRules {
    /** Of the records at fault in one batch, so many are named; all are counted. */
    static final int MAX_RECORD_ERRORS = 10_000;

    private static final long NO_TIMESTAMP = -1;

    private final BatchRules rules;
    private final Codec source;
    private final Codec target;
    private final boolean claimsLogAppendTime;
    private final long nowMs;
    private final Faults faults = new Faults();
    private int index;
    private long maxTimestampMs = NO_TIMESTAMP;
    private long sizeBytes = BatchView.HEADER_SIZE_BYTES;

    RecordRules(BatchRules rules, BatchView batch, Codec source, long nowMs) {
        this.rules = rules;
        this.source = source;
        this.target = rules.compression().orElse(source);
        this.claimsLogAppendTime = batch.kafka().timestampType() == TimestampType.LOG_APPEND_TIME.kafka();
        this.nowMs = nowMs;
    }

    void add(DefaultRecord record) {
        long timestampMs = record.timestamp();
        if (rules.keyRequired() && !record.hasKey()) {
            faults.add(index, KafkaError.INVALID_RECORD, "a compacted topic takes no record without a key");
        } else if (claimsLogAppendTime) {
            faults.add(index, KafkaError.INVALID_TIMESTAMP, "a producer cannot set LogAppendTime");
        } else if (isOutOfRange(timestampMs)) {
            faults.add(index, KafkaError.INVALID_TIMESTAMP, outOfRange(timestampMs));
        } else if (needsRewrite() && timestampMs < 0 && timestampMs != NO_TIMESTAMP) {
            faults.add(index, KafkaError.INVALID_TIMESTAMP, "timestamp " + timestampMs + " is negative");
        } else if (!needsRewrite() && record.offset() != index) {
            faults.add(index, KafkaError.INVALID_RECORD, "the offset delta is " + record.offset() + ", not " + index);
        }
        maxTimestampMs = Math.max(maxTimestampMs, timestampMs);
        sizeBytes += record.sizeInBytes();
        index++;
    }

    /** The differences wrap around as Kafka's do, so that timestamps at the ends of the range are judged alike. */
    private boolean isOutOfRange(long timestampMs) {
        if (rules.timestampType() == TimestampType.LOG_APPEND_TIME || timestampMs == NO_TIMESTAMP) {
            return false;
        }
        long behindMs = nowMs - timestampMs;
        return behindMs > rules.timestampBeforeMaxMs() || -behindMs > rules.timestampAfterMaxMs();
    }

    private String outOfRange(long timestampMs) {
        return "timestamp " + timestampMs + " is out of range: now is " + nowMs + ", "
                + rules.timestampBeforeMaxMs() + " ms before and " + rules.timestampAfterMaxMs()
                + " ms after are allowed";
    }

    /** Why the batch is refused, once all its records were added. */
    Optional<Refusal> refusal() {
        return faults.isEmpty() ? Optional.empty() : Optional.of(faults.refusal(index));
    }

    /** Whether the stored batch has another codec than the one sent. */
    boolean needsRewrite() {
        return source != target;
    }

    Codec target() {
        return target;
    }

    /** What the header's maximum must say: the topic's clock, or the largest time, -1 where none is above. */
    long maxTimestampMs() {
        return rules.timestampType() == TimestampType.LOG_APPEND_TIME ? nowMs : maxTimestampMs;
    }

    /** The batch's size without compression, give or take what new deltas need. */
    int uncompressedSizeBytes() {
        return (int) Math.min(sizeBytes, Integer.MAX_VALUE);
    }

    /** Records at fault, and what they add up to: a bad timestamp outweighs everything else. */
    private static final class Faults {
        private final List<RecordError> named = new ArrayList<>();
        private int count;
        private KafkaError error = KafkaError.INVALID_RECORD;

        void add(int batchIndex, KafkaError kind, String message) {
            count++;
            if (kind == KafkaError.INVALID_TIMESTAMP) {
                error = kind;
            }
            if (named.size() < MAX_RECORD_ERRORS) {
                named.add(new RecordError(batchIndex, kind, message));
            }
        }

        boolean isEmpty() {
            return count == 0;
        }

        Refusal refusal(int records) {
            RecordError first = named.get(0);
            return new Refusal(
                    error,
                    count + " of " + records + " records are at fault, the first is record " + first.batchIndex() + ": "
                            + first.message(),
                    named);
        }
    }
}
