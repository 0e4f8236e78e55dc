package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/** A batch as it stands in the log. Made from the header alone; records are read when they are asked for. */
@SuppressWarnings("DoNotCallSuggester")
public final class StoredBatch {
    private StoredBatch() {}

    /**
     * The first batch in {@code bytes}, which may go on behind it.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where the batch is cut or its header makes no sense
     */
    public static StoredBatch at(long baseOffset, Bytes bytes) {
        throw new UnsupportedOperationException();
    }

    public long baseOffset() {
        throw new UnsupportedOperationException();
    }

    public long lastOffset() {
        throw new UnsupportedOperationException();
    }

    /** How many offsets the batch takes; compaction may have left it fewer records. */
    public int offsetCount() {
        throw new UnsupportedOperationException();
    }

    /** The largest record timestamp, epoch milliseconds; -1 where no record has one. */
    public long maxTimestampMs() {
        throw new UnsupportedOperationException();
    }

    public TimestampType timestampType() {
        throw new UnsupportedOperationException();
    }

    public boolean isControl() {
        throw new UnsupportedOperationException();
    }

    public boolean isTransactional() {
        throw new UnsupportedOperationException();
    }

    public Optional<ProducerStamp> producer() {
        throw new UnsupportedOperationException();
    }

    public int sizeBytes() {
        throw new UnsupportedOperationException();
    }

    /**
     * This batch, once its CRC-32C holds.
     *
     * @throws CorruptBatchException CORRUPT_MESSAGE where it does not
     */
    public StoredBatch verified() {
        throw new UnsupportedOperationException();
    }

    /**
     * All records, decompressed, in offset order.
     *
     * @throws CorruptBatchException where they cannot be read
     */
    public List<LogRecord> records() {
        throw new UnsupportedOperationException();
    }

    /**
     * The first record in offset order with at least the given timestamp and offset.
     *
     * @throws CorruptBatchException where the records up to it cannot be read
     */
    public Optional<TimedOffset> firstAtOrAfter(long timestampMs, long fromOffset) {
        throw new UnsupportedOperationException();
    }

    /** The batch's bytes with its base offset and leader epoch 0 filled in; both lie outside the CRC. */
    public Bytes stamped() {
        throw new UnsupportedOperationException();
    }
}
