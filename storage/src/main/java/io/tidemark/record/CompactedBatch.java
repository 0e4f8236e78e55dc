package io.tidemark.record;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;

/**
 * Writes a batch anew without the records that compaction drops. Offsets, producer, sequence, codec and flags stay; the
 * maximum timestamp becomes that of the records that stay. A delete horizon is kept where Kafka keeps it: in the place
 * of the base timestamp, with attribute bit 6 (KIP-534). Memory holds one record and the batch as it is written.
 *
 * <p>Source: {@code org.apache.kafka.common.record.MemoryRecords.filterTo}, which holds all records and refuses
 * negative timestamps.
 */
public final class CompactedBatch {
    private final StoredBatch batch;
    private final RecordJudge judge;
    private final BitSet kept = new BitSet();
    private int count;
    private boolean needsHorizon;

    private CompactedBatch(StoredBatch batch, RecordJudge judge) {
        this.batch = batch;
        this.judge = judge;
    }

    /**
     * What compaction leaves of the batch: the same object where nothing changes, absent where no record stays.
     *
     * @param horizonMs the delete horizon that the batch is given if a record needs one and it has none
     * @throws CorruptBatchException as {@link StoredBatch#records} does
     */
    public static Optional<StoredBatch> of(StoredBatch batch, RecordJudge judge, long horizonMs) {
        CompactedBatch compacted = new CompactedBatch(batch, judge);
        compacted.decide();
        if (compacted.kept.isEmpty()) {
            return Optional.empty();
        }
        boolean stamp = compacted.needsHorizon && batch.deleteHorizonMs().isEmpty();
        if (compacted.kept.cardinality() == compacted.count && !stamp) {
            return Optional.of(batch);
        }
        return Optional.of(compacted.write(stamp ? Optional.of(horizonMs) : batch.deleteHorizonMs()));
    }

    private void decide() {
        try (RecordReader reader = batch.open()) {
            while (reader.hasNext()) {
                DefaultRecord record = reader.next();
                Optional<Bytes> key = Optional.ofNullable(record.key()).map(Bytes::copyOf);
                RecordRetention retention = judge.judge(record.offset(), key, record.hasValue());
                kept.set(count++, retention != RecordRetention.DROP);
                needsHorizon |= retention == RecordRetention.KEEP_UNTIL_HORIZON;
            }
        }
    }

    private StoredBatch write(Optional<Long> horizonMs) {
        DefaultRecordBatch header = batch.view().kafka();
        ByteBufferOutputStream out = new ByteBufferOutputStream(batch.sizeBytes());
        out.position(BatchView.HEADER_SIZE_BYTES);
        long baseMs = horizonMs.orElseGet(this::firstKeptMs);
        long maxMs = writeRecords(out, baseMs);
        ByteBuffer buffer = out.buffer();
        int sizeBytes = buffer.position();
        buffer.position(0);
        DefaultRecordBatch.writeHeader(
                buffer,
                batch.baseOffset(),
                batch.view().lastOffsetDelta(),
                sizeBytes,
                RecordBatch.CURRENT_MAGIC_VALUE,
                header.compressionType(),
                header.timestampType(),
                baseMs,
                batch.timestampType() == TimestampType.LOG_APPEND_TIME ? header.maxTimestamp() : maxMs,
                header.producerId(),
                header.producerEpoch(),
                header.baseSequence(),
                header.isTransactional(),
                header.isControlBatch(),
                horizonMs.isPresent(),
                0,
                kept.cardinality());
        buffer.position(0).limit(sizeBytes);
        return StoredBatch.at(batch.baseOffset(), Bytes.copyOf(buffer));
    }

    /** The base timestamp: as Kafka that of the first record, but a header has none below -1. */
    private long firstKeptMs() {
        try (RecordReader reader = batch.open()) {
            int first = kept.nextSetBit(0);
            for (int i = 0; i < first; i++) {
                reader.nextOutline();
            }
            return Math.max(RecordBatch.NO_TIMESTAMP, reader.nextOutline().timestamp());
        }
    }

    /** @return the largest timestamp that was written, -1 for none */
    private long writeRecords(ByteBufferOutputStream out, long baseMs) {
        Codec codec = batch.view().codec().orElseThrow();
        long maxMs = RecordBatch.NO_TIMESTAMP;
        try (RecordReader reader = batch.open();
                DataOutputStream records =
                        new DataOutputStream(codec.compression().wrapForOutput(out, RecordBatch.CURRENT_MAGIC_VALUE))) {
            for (int i = 0; reader.hasNext(); i++) {
                DefaultRecord record = reader.next();
                if (kept.get(i)) {
                    DefaultRecord.writeTo(
                            records,
                            Math.toIntExact(record.offset() - batch.baseOffset()),
                            record.timestamp() - baseMs,
                            record.key(),
                            record.value(),
                            record.headers());
                    maxMs = Math.max(maxMs, record.timestamp());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("a batch could not be written to memory", e);
        }
        return maxMs;
    }
}
