package io.tidemark.record;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.utils.BufferSupplier;

/**
 * Decides whether a client's bytes are one batch that a topic takes, and makes of them the batch that is stored.
 *
 * <p>The checks, their order and their errors are Kafka's (see {@link BatchView}, {@link HeaderRules} and
 * {@link RecordRules} for the sources and the few places where Tidemark is stricter); the differences are held by a
 * test that runs Kafka's {@code LogValidator} beside this class. Two more differ from Kafka: records that cannot be
 * inflated or parsed are INVALID_RECORD, never UNKNOWN_SERVER_ERROR, also where a record's length is not that of its
 * parts, which Kafka does not compare when it skips keys and values; a batch that inflates beyond a limit is
 * MESSAGE_TOO_LARGE, which makes Kafka's producer split it and send the parts.
 *
 * <p>Thread-safe.
 */
public final class BatchValidator {
    /**
     * The highest limit that a validator may have. What is stored must stay readable, and writing a batch anew can make
     * its records, 7 bytes or more each, grow by 14 bytes: threefold at most, and {@link StoredBatch} reads four times
     * as much.
     */
    public static final int HIGHEST_LIMIT_BYTES = StoredBatch.MAX_INFLATED_BYTES / 4;

    private final int maxInflatedBytes;

    /**
     * @param maxInflatedBytes the largest size, in bytes, that a compressed batch's records may inflate to, up to
     *     {@link #HIGHEST_LIMIT_BYTES}
     */
    public BatchValidator(int maxInflatedBytes) {
        if (maxInflatedBytes < 1 || maxInflatedBytes > HIGHEST_LIMIT_BYTES) {
            throw new IllegalArgumentException(
                    "maxInflatedBytes " + maxInflatedBytes + " is not in 1.." + HIGHEST_LIMIT_BYTES);
        }
        this.maxInflatedBytes = maxInflatedBytes;
    }

    /**
     * The batch to store, or why there is none. Never throws for what the bytes say, and equal bytes give equal stored
     * bytes: the base offset and the leader epoch, both outside the checksum, are stored as 0. Apart from those a batch
     * is kept byte for byte unless its maximum timestamp or timestamp type is wrong or the topic asks for another
     * codec.
     *
     * @param raw what the client sent for one partition
     * @param now the time of the append
     */
    public Answer<PreparedBatch> prepare(Bytes raw, BatchRules rules, Instant now) {
        try {
            return BatchView.only(raw)
                    .then(batch -> HeaderRules.check(batch, rules))
                    .then(batch -> prepare(batch, rules, now.toEpochMilli()));
        } catch (CorruptBatchException damage) {
            return Answer.refused(damage.refusal());
        }
    }

    private Answer<PreparedBatch> prepare(BatchView batch, BatchRules rules, long nowMs) {
        try (BufferSupplier buffers = BufferSupplier.create()) {
            RecordRules found = read(batch, rules, nowMs, buffers);
            Optional<Refusal> refusal = found.refusal();
            if (refusal.isPresent()) {
                return Answer.refused(refusal.get());
            }
            BatchView stored = found.needsRewrite()
                    ? rewrite(batch, new BatchRewriter(rules, nowMs), found, buffers)
                    : correct(batch, rules, found.maxTimestampMs());
            return fits(stored, rules).map(fitting -> prepared(fitting, rules, nowMs));
        }
    }

    private RecordRules read(BatchView batch, BatchRules rules, long nowMs, BufferSupplier buffers) {
        RecordRules found = new RecordRules(rules, batch, batch.codec().orElseThrow(), nowMs);
        try (RecordReader records = RecordReader.open(batch, 0, maxInflatedBytes, buffers)) {
            while (records.hasNext()) {
                found.add(records.nextOutline());
            }
        }
        return found;
    }

    private BatchView rewrite(BatchView batch, BatchRewriter rewriter, RecordRules found, BufferSupplier buffers) {
        int size = found.target() == Codec.UNCOMPRESSED
                ? found.uncompressedSizeBytes()
                : batch.bytes().size();
        try (RecordReader records = RecordReader.open(batch, 0, maxInflatedBytes, buffers)) {
            return BatchView.first(rewriter.rewrite(batch, found.target(), size, records));
        }
    }

    private static BatchView correct(BatchView batch, BatchRules rules, long maxTimestampMs) {
        BatchView stored = batch.copy();
        stored.kafka().setMaxTimestamp(rules.timestampType().kafka(), maxTimestampMs);
        stored.kafka().setPartitionLeaderEpoch(0);
        return stored;
    }

    private static Answer<BatchView> fits(BatchView stored, BatchRules rules) {
        int size = stored.bytes().size();
        if (size > rules.maxBatchSizeBytes()) {
            return HeaderRules.tooLarge(size, rules);
        }
        if (size > rules.segmentSizeBytes()) {
            return Answer.refused(
                    KafkaError.RECORD_LIST_TOO_LARGE,
                    "the batch has " + size + " bytes, segment.bytes allows " + rules.segmentSizeBytes());
        }
        return Answer.of(stored);
    }

    private static PreparedBatch prepared(BatchView stored, BatchRules rules, long nowMs) {
        boolean stamped = rules.timestampType() == TimestampType.LOG_APPEND_TIME;
        return new PreparedBatch(
                stored.bytes(),
                stored.recordCount(),
                stored.kafka().maxTimestamp(),
                stamped ? Optional.of(nowMs) : Optional.empty(),
                stored.producer(),
                stored.kafka().isTransactional());
    }
}
