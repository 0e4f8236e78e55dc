package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * A control batch that ends a producer's transaction in a partition (KIP-98). What it says is all that is stored until
 * a merge writes it out: its bytes are made whenever they are asked for.
 *
 * <p>Source: {@code MemoryRecords.writeEndTransactionalMarker}; on a LogAppendTime topic a broker's marker has that
 * timestamp type, too.
 *
 * @param producerEpoch the marker's own epoch: the transaction's and one more (KIP-890)
 * @param timestampMs when it was written, epoch milliseconds
 */
public record TransactionMarker(
        long producerId, short producerEpoch, TransactionResult result, TimestampType timestampType, long timestampMs) {

    /** Nothing tells coordinators apart here. */
    private static final int COORDINATOR_EPOCH = 0;

    /** The whole batch, with base offset 0. */
    public Bytes bytes() {
        ControlRecordType type =
                result == TransactionResult.COMMIT ? ControlRecordType.COMMIT : ControlRecordType.ABORT;
        ByteBuffer buffer = MemoryRecords.withEndTransactionMarker(
                        0L,
                        timestampMs,
                        0,
                        producerId,
                        producerEpoch,
                        new EndTransactionMarker(type, COORDINATOR_EPOCH))
                .buffer();
        BatchView batch = BatchView.first(Bytes.copyOf(buffer));
        if (timestampType == TimestampType.LOG_APPEND_TIME) {
            batch.kafka().setMaxTimestamp(timestampType.kafka(), timestampMs);
        }
        return batch.bytes();
    }

    /** What a control batch says of its transaction. */
    static Optional<TransactionResult> resultOf(RecordBatch control) {
        Iterator<Record> records = control.iterator();
        if (!records.hasNext()) {
            return Optional.empty();
        }
        return switch (ControlRecordType.parse(records.next().key())) {
            case COMMIT -> Optional.of(TransactionResult.COMMIT);
            case ABORT -> Optional.of(TransactionResult.ABORT);
            default -> Optional.empty();
        };
    }
}
