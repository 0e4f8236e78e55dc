package io.tidemark.record;

import java.nio.ByteBuffer;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * Writes a batch anew in another codec: offset deltas become 0, 1, 2, …; producer, sequence and transaction stay.
 *
 * <p>Source: {@code LogValidator.buildRecordsAndAssignOffsets}.
 */
final class BatchRewriter {
    private final BatchRules rules;
    private final long nowMs;

    BatchRewriter(BatchRules rules, long nowMs) {
        this.rules = rules;
        this.nowMs = nowMs;
    }

    /** @param sizeBytes about how large the outcome will be */
    Bytes rewrite(BatchView source, Codec target, int sizeBytes, RecordReader records) {
        DefaultRecordBatch header = source.kafka();
        MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(sizeBytes),
                RecordBatch.CURRENT_MAGIC_VALUE,
                rules.compressionLevel().map(target::compression).orElseGet(target::compression),
                rules.timestampType().kafka(),
                0L,
                nowMs,
                header.hasProducerId() ? header.producerId() : RecordBatch.NO_PRODUCER_ID,
                header.producerEpoch(),
                header.baseSequence(),
                header.isTransactional(),
                0);
        for (long offset = 0; records.hasNext(); offset++) {
            builder.appendWithOffset(offset, records.next());
        }
        return Bytes.copyOf(builder.build().buffer());
    }
}
