package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/** A batch as it stands in the log. Made from the header alone; records are read when they are asked for. */
public final class StoredBatch {
    private StoredBatch() {}

    /**
     * The first batch in {@code bytes}, which may go on behind it.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where the batch is cut or its header makes no sense
     */
    public static StoredBatch at(long baseOffset, Bytes bytes) {
        return unfinished();
    }

    public long baseOffset() {
        return unfinished();
    }

    public long lastOffset() {
        return unfinished();
    }

    /** How many offsets the batch takes; compaction may have left it fewer records. */
    public int offsetCount() {
        return unfinished();
    }

    /** The largest record timestamp, epoch milliseconds; -1 where no record has one. */
    public long maxTimestampMs() {
        return unfinished();
    }

    public TimestampType timestampType() {
        return unfinished();
    }

    public boolean isControl() {
        return unfinished();
    }

    public boolean isTransactional() {
        return unfinished();
    }

    public Optional<ProducerStamp> producer() {
        return unfinished();
    }

    public int sizeBytes() {
        return unfinished();
    }

    /**
     * This batch, once its CRC-32C holds.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where it does not
     */
    public StoredBatch verified() {
        return unfinished();
    }

    /**
     * All records, decompressed, in offset order.
     *
     * @throws CorruptBatchException where they cannot be read
     */
    public List<LogRecord> records() {
        return unfinished();
    }

    /**
     * The first record in offset order with at least the given timestamp and offset.
     *
     * @throws CorruptBatchException where the records up to it cannot be read
     */
    public Optional<TimedOffset> firstAtOrAfter(long timestampMs, long fromOffset) {
        return unfinished();
    }

    /** The batch's bytes with its base offset and leader epoch 0 filled in; both lie outside the CRC. */
    public Bytes stamped() {
        return unfinished();
    }

    private static <T> T unfinished() {
        throw new UnsupportedOperationException();
    }
}
