package io.tidemark.record;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch's records one by one, inflating as it goes: memory holds one record and the codec's buffers, whatever
 * the batch claims, and of an outline not even the record. Kafka's own iterators allocate a record by the length that it
 * claims, or do not check that length, which is why they are not used. Not thread-safe.
 */
final class RecordReader implements AutoCloseable {
    private static final int FIRST_BUFFER_SIZE_BYTES = 4096;

    private final BatchView batch;
    private final long baseOffset;
    private final InflatedInput input;
    private final int count;
    private int read;
    private byte[] buffer = new byte[FIRST_BUFFER_SIZE_BYTES];

    private RecordReader(BatchView batch, long baseOffset, InflatedInput input) {
        this.batch = batch;
        this.baseOffset = baseOffset;
        this.input = input;
        this.count = batch.recordCount();
    }

    /**
     * @param baseOffset the offset that the records' deltas are added to
     * @param maxInflatedBytes the most that a compressed batch may give out
     * @throws CorruptBatchException MESSAGE_TOO_LARGE above that limit, INVALID_RECORD for any other damage
     */
    static RecordReader open(BatchView batch, long baseOffset, int maxInflatedBytes, BufferSupplier buffers) {
        if (batch.recordCount() == 0) {
            return new RecordReader(batch, baseOffset, new InflatedInput(InputStream.nullInputStream(), 0));
        }
        try {
            Codec codec = batch.codec().orElseThrow(() -> new IllegalArgumentException("an unknown codec"));
            if (codec == Codec.SNAPPY) {
                SnappyClaim.check(batch.payload(), maxInflatedBytes);
            }
            int limit = codec == Codec.UNCOMPRESSED ? Integer.MAX_VALUE : maxInflatedBytes;
            InputStream inflated = batch.kafka().recordInputStream(buffers);
            return new RecordReader(batch, baseOffset, new InflatedInput(inflated, limit));
        } catch (IOException | RuntimeException e) {
            throw unreadable(e);
        }
    }

    boolean hasNext() {
        return read < count;
    }

    /**
     * The next record; it is gone once the one after it is asked for.
     *
     * @throws CorruptBatchException as {@link #open} does
     */
    DefaultRecord next() {
        return next(this::parse);
    }

    /**
     * The next record's place, time and sizes. Its key, value and headers are passed over, so that a record of any size
     * takes no memory; they cannot be asked for.
     *
     * @throws CorruptBatchException as {@link #open} does
     */
    DefaultRecord nextOutline() {
        return next(this::parseOutline);
    }

    /**
     * The next record, or its outline where it has more bytes than this.
     *
     * @throws CorruptBatchException as {@link #open} does
     */
    DefaultRecord nextUpTo(int maxSizeBytes) {
        return next(size -> size > maxSizeBytes ? parseOutline(size) : parse(size));
    }

    private DefaultRecord next(Parser parser) {
        try {
            DefaultRecord record = parser.parse(ByteUtils.readVarint(input));
            read++;
            if (read == count && input.read() >= 0) {
                throw new IllegalArgumentException("bytes follow the last of " + count + " records");
            }
            return record;
        } catch (IOException | RuntimeException e) {
            // Kafka's classes and the codecs meet damage with half a dozen exception types
            throw unreadable(e);
        }
    }

    @FunctionalInterface
    private interface Parser {
        DefaultRecord parse(int size) throws IOException;
    }

    /** Kafka's parser wants the length in front, and does not compare it with what it read. */
    private DefaultRecord parseOutline(int size) throws IOException {
        long start = input.position();
        ByteBuffer length = ByteBuffer.wrap(buffer);
        ByteUtils.writeVarint(size, length);
        InputStream framed = new SequenceInputStream(new ByteArrayInputStream(buffer, 0, length.position()), input);
        DefaultRecord record = DefaultRecord.readPartiallyFrom(
                framed, baseOffset, batch.kafka().baseTimestamp(), batch.kafka().baseSequence(), logAppendTimeMs());
        long sizeRead = input.position() - start;
        if (sizeRead != size) {
            throw new IllegalArgumentException("a record of " + sizeRead + " bytes claims to have " + size);
        }
        return record;
    }

    private DefaultRecord parse(int size) throws IOException {
        int start = ByteUtils.sizeOfVarint(size);
        fill(start, size);
        ByteBuffer body = ByteBuffer.wrap(buffer, 0, start + size);
        ByteUtils.writeVarint(size, body);
        body.rewind();
        return DefaultRecord.readFrom(
                body, baseOffset, batch.kafka().baseTimestamp(), batch.kafka().baseSequence(), logAppendTimeMs());
    }

    /** What Kafka's parser takes in the place of the record's own time, if anything. */
    private @Nullable Long logAppendTimeMs() {
        boolean stamped = batch.kafka().timestampType() == TimestampType.LOG_APPEND_TIME.kafka();
        return stamped ? Long.valueOf(batch.kafka().maxTimestamp()) : null;
    }

    /** Grows with the bytes that are really there, never by what the record claims. */
    private void fill(int start, int size) throws IOException {
        if (size < 0) {
            throw new IllegalArgumentException("a record of " + size + " bytes");
        }
        int at = start;
        long end = (long) start + size;
        while (at < end) {
            if (at == buffer.length) {
                buffer = Arrays.copyOf(buffer, (int) Math.min(end, 2L * buffer.length));
            }
            int more = input.read(buffer, at, (int) Math.min(end, buffer.length) - at);
            if (more < 0) {
                throw new IllegalArgumentException("the batch ends within a record");
            }
            at += more;
        }
    }

    private static CorruptBatchException unreadable(Exception cause) {
        if (cause instanceof InflatedInput.LimitException) {
            return new CorruptBatchException(
                    KafkaError.MESSAGE_TOO_LARGE,
                    "the compressed batch inflates to more than is allowed; send smaller batches",
                    cause);
        }
        return new CorruptBatchException(
                KafkaError.INVALID_RECORD, "the batch's records cannot be read: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }
}
