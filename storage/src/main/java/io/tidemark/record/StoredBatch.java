package io.tidemark.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.PartialDefaultRecord;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.utils.BufferSupplier;

/**
 * A batch as it stands in the log. Made from the header alone, without a copy; its checksum and records are looked at
 * only when they are asked for. The base offset is the reader's: the field in the stored bytes is not looked at.
 *
 * <p>Immutable and thread-safe.
 */
public final class StoredBatch {
    /** The most that a stored batch's records may inflate to; more is damage, since no append lets it through. */
    public static final int MAX_INFLATED_BYTES = 256 << 20;

    /** Where in a batch's bytes its maximum timestamp stands, 8 bytes. */
    public static final int MAX_TIMESTAMP_POSITION = 35;

    private final BatchView batch;
    private final long baseOffset;

    private StoredBatch(BatchView batch, long baseOffset) {
        this.batch = batch;
        this.baseOffset = baseOffset;
    }

    /**
     * The first batch in {@code bytes}, which may go on behind it.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where the batch is cut or its header makes no sense
     */
    public static StoredBatch at(long baseOffset, Bytes bytes) {
        BatchView batch = BatchView.first(bytes);
        if (batch.lastOffsetDelta() < 0
                || batch.recordCount() < 0
                || batch.recordCount() - 1 > batch.lastOffsetDelta()) {
            throw new CorruptBatchException(
                    KafkaError.CORRUPT_MESSAGE,
                    "the batch at offset " + baseOffset + " has " + batch.recordCount()
                            + " records and last offset delta " + batch.lastOffsetDelta());
        }
        return new StoredBatch(batch, baseOffset);
    }

    /** Whether the bytes begin with as many as the batch's own length says; nothing else of it is looked at. */
    public static boolean beginsWhole(Bytes bytes) {
        return bytes.size() >= Records.LOG_OVERHEAD
                && bytes.size() - Records.LOG_OVERHEAD >= bytes.asByteBuffer().getInt(Records.SIZE_OFFSET);
    }

    public long baseOffset() {
        return baseOffset;
    }

    public long lastOffset() {
        return baseOffset + batch.lastOffsetDelta();
    }

    /** How many offsets the batch takes; compaction may have left it fewer records. */
    public int offsetCount() {
        return batch.lastOffsetDelta() + 1;
    }

    /** The largest record timestamp, epoch milliseconds; -1 where no record has one. */
    public long maxTimestampMs() {
        return batch.kafka().maxTimestamp();
    }

    public TimestampType timestampType() {
        return batch.kafka().timestampType() == TimestampType.LOG_APPEND_TIME.kafka()
                ? TimestampType.LOG_APPEND_TIME
                : TimestampType.CREATE_TIME;
    }

    public boolean isControl() {
        return batch.kafka().isControlBatch();
    }

    public boolean isTransactional() {
        return batch.kafka().isTransactional();
    }

    /** How the transaction ends that this marker ends; absent where it is none, or compaction has emptied it. */
    public Optional<TransactionResult> transactionResult() {
        return isControl() ? TransactionMarker.resultOf(batch.kafka()) : Optional.empty();
    }

    /** Absent for a plain batch, and for a transaction marker: it has no sequence. */
    public Optional<ProducerStamp> producer() {
        return batch.producer();
    }

    /** The producer of an idempotent batch, or the one whose transaction a marker ends; absent for a plain batch. */
    public Optional<Long> producerId() {
        return batch.kafka().hasProducerId() ? Optional.of(batch.kafka().producerId()) : Optional.empty();
    }

    /** From when on compaction drops the batch's tombstones, or a marker, epoch milliseconds; absent before it saw them. */
    public Optional<Long> deleteHorizonMs() {
        OptionalLong horizon = batch.kafka().deleteHorizonMs();
        return horizon.isPresent() ? Optional.of(horizon.getAsLong()) : Optional.empty();
    }

    public int sizeBytes() {
        return batch.bytes().size();
    }

    /**
     * This batch, once its CRC-32C holds.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where it does not
     */
    public StoredBatch verified() {
        if (!batch.kafka().isValid()) {
            throw new CorruptBatchException(
                    KafkaError.CORRUPT_MESSAGE, "the batch at offset " + baseOffset + " does not match its CRC-32C");
        }
        return this;
    }

    /**
     * All records, decompressed, in offset order. The CRC is not looked at: {@link #verified} does that.
     *
     * @throws CorruptBatchException INVALID_RECORD where they cannot be read, MESSAGE_TOO_LARGE above
     *     {@link #MAX_INFLATED_BYTES}
     */
    public List<LogRecord> records() {
        List<LogRecord> records = new ArrayList<>();
        try (RecordReader reader = open()) {
            while (reader.hasNext()) {
                records.add(logRecord(checked(reader.next())));
            }
        }
        return records;
    }

    /** Takes a batch's records one by one; each method answers whether it wants the next one. */
    public interface RecordSink {
        boolean take(LogRecord record);

        /** In place of a record that is larger than it is to be. */
        boolean tooLarge(long offset);
    }

    /**
     * Hands the records over in offset order, as long as they are wanted; memory holds one, if it is not too large.
     *
     * @throws CorruptBatchException as {@link #records} does
     */
    public void read(int maxRecordSizeBytes, RecordSink sink) {
        try (RecordReader reader = open()) {
            boolean wanted = true;
            while (wanted && reader.hasNext()) {
                DefaultRecord record = checked(reader.nextUpTo(maxRecordSizeBytes));
                wanted = record instanceof PartialDefaultRecord
                        ? sink.tooLarge(record.offset())
                        : sink.take(logRecord(record));
            }
        }
    }

    /** Takes what compaction asks of a record; answers whether it wants the next one. */
    public interface KeySink {
        boolean take(long offset, Optional<Bytes> key);
    }

    /**
     * Hands over the keys in offset order, as long as they are wanted; memory holds one record.
     *
     * @throws CorruptBatchException as {@link #records} does
     */
    public void readKeys(KeySink sink) {
        try (RecordReader reader = open()) {
            boolean wanted = true;
            while (wanted && reader.hasNext()) {
                DefaultRecord record = checked(reader.next());
                wanted = sink.take(
                        record.offset(), Optional.ofNullable(record.key()).map(Bytes::copyOf));
            }
        }
    }

    /**
     * The first record in offset order with at least the given timestamp and offset. Reads no further than that
     * record, and nothing where the header's maximum is below the timestamp.
     *
     * @throws CorruptBatchException as {@link #records} does
     */
    public Optional<TimedOffset> firstAtOrAfter(long timestampMs, long fromOffset) {
        if (maxTimestampMs() < timestampMs || lastOffset() < fromOffset) {
            return Optional.empty();
        }
        try (RecordReader reader = open()) {
            while (reader.hasNext()) {
                DefaultRecord record = checked(reader.nextOutline());
                if (record.timestamp() >= timestampMs && record.offset() >= fromOffset) {
                    return Optional.of(new TimedOffset(record.offset(), record.timestamp()));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The first of the records that carry the largest timestamp from the given offset on; absent where that is below -1,
     * which counts as no timestamp.
     *
     * @throws CorruptBatchException as {@link #records} does
     */
    public Optional<TimedOffset> maximumFrom(long fromOffset) {
        Optional<TimedOffset> maximum = Optional.empty();
        long above = RecordBatch.NO_TIMESTAMP - 1;
        try (RecordReader reader = open()) {
            while (reader.hasNext()) {
                DefaultRecord record = checked(reader.nextOutline());
                if (record.offset() >= fromOffset && record.timestamp() > above) {
                    above = record.timestamp();
                    maximum = Optional.of(new TimedOffset(record.offset(), above));
                }
            }
        }
        return maximum;
    }

    /** The batch's bytes with its base offset and leader epoch 0 filled in; both lie outside the CRC. */
    public Bytes stamped() {
        BatchView copy = batch.copy();
        copy.kafka().setLastOffset(lastOffset());
        copy.kafka().setPartitionLeaderEpoch(0);
        return copy.bytes();
    }

    /** The header and the bytes, for what writes the batch anew. */
    BatchView view() {
        return batch;
    }

    RecordReader open() {
        return RecordReader.open(batch, baseOffset, MAX_INFLATED_BYTES, BufferSupplier.NO_CACHING);
    }

    private DefaultRecord checked(DefaultRecord record) {
        if (record.offset() < baseOffset || record.offset() > lastOffset()) {
            throw new CorruptBatchException(
                    KafkaError.INVALID_RECORD,
                    "a record says offset " + record.offset() + " in the batch " + baseOffset + ".." + lastOffset());
        }
        return record;
    }

    private static LogRecord logRecord(DefaultRecord record) {
        return new LogRecord(
                record.offset(),
                record.timestamp(),
                Optional.ofNullable(record.key()).map(Bytes::copyOf),
                Optional.ofNullable(record.value()).map(Bytes::copyOf),
                Arrays.stream(record.headers())
                        .map(header -> new RecordHeader(
                                header.key(),
                                Optional.ofNullable(header.value()).map(Bytes::copyOf)))
                        .toList());
    }
}
