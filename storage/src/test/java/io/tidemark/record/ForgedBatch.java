package io.tidemark.record;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.Crc32C;
import org.jspecify.annotations.Nullable;

/** A batch in the making whose header may say anything; its checksum is right unless a test breaks it. */
final class ForgedBatch {
    static final int LENGTH = 8;
    static final int LEADER_EPOCH = 12;
    static final int MAGIC = 16;
    static final int CRC = 17;
    static final int ATTRIBUTES = 21;
    static final int LAST_OFFSET_DELTA = 23;
    static final int BASE_TIMESTAMP = 27;
    static final int MAX_TIMESTAMP = 35;
    static final int PRODUCER_ID = 43;
    static final int PRODUCER_EPOCH = 51;
    static final int BASE_SEQUENCE = 53;
    static final int COUNT = 57;
    static final int PAYLOAD = 61;

    private final ByteBuffer buffer;

    private ForgedBatch(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    /** A batch of these records, with a header as a producer writes it. */
    static ForgedBatch of(Codec codec, List<ForgedRecord> records) {
        ByteBufferOutputStream payload = new ByteBufferOutputStream(1024);
        try (DataOutputStream out = new DataOutputStream(codec.compression().wrapForOutput(payload, (byte) 2))) {
            for (ForgedRecord record : records) {
                DefaultRecord.writeTo(
                        out,
                        record.offsetDelta(),
                        record.timestampDelta(),
                        record.key(),
                        record.value(),
                        new Header[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ForgedBatch batch = of(payload.buffer().flip());
        long max =
                records.stream().mapToLong(ForgedRecord::timestampDelta).max().orElse(-1);
        return batch.set(ATTRIBUTES, (short) codec.compression().type().id)
                .set(LAST_OFFSET_DELTA, records.size() - 1)
                .set(COUNT, records.size())
                .set(MAX_TIMESTAMP, Math.max(-1, max));
    }

    /** A header over these bytes: one record, uncompressed, no producer. */
    static ForgedBatch of(ByteBuffer payload) {
        ByteBuffer buffer = ByteBuffer.allocate(PAYLOAD + payload.remaining());
        buffer.position(PAYLOAD);
        buffer.put(payload).rewind();
        return new ForgedBatch(buffer)
                .set(LENGTH, buffer.capacity() - LENGTH - Integer.BYTES)
                .set(LEADER_EPOCH, -1)
                .set(MAGIC, (byte) 2)
                .set(COUNT, 1)
                .set(PRODUCER_ID, -1L)
                .set(PRODUCER_EPOCH, (short) -1)
                .set(BASE_SEQUENCE, -1);
    }

    static ForgedBatch of(Bytes raw) {
        return new ForgedBatch(ByteBuffer.wrap(raw.toByteArray()));
    }

    /** Records with these timestamps, keyed, deltas 0, 1, 2, … */
    static ForgedBatch at(Codec codec, long... timestampsMs) {
        List<ForgedRecord> records = new ArrayList<>();
        for (long timestampMs : timestampsMs) {
            records.add(ForgedRecord.of(records.size(), timestampMs));
        }
        return of(codec, records);
    }

    ForgedBatch producer(long id, int epoch, int sequence) {
        return set(PRODUCER_ID, id).set(PRODUCER_EPOCH, (short) epoch).set(BASE_SEQUENCE, sequence);
    }

    ForgedBatch orAttributes(int bits) {
        return set(ATTRIBUTES, (short) (buffer.getShort(ATTRIBUTES) | bits));
    }

    ForgedBatch set(int position, long value) {
        buffer.putLong(position, value);
        return this;
    }

    ForgedBatch set(int position, int value) {
        buffer.putInt(position, value);
        return this;
    }

    ForgedBatch set(int position, short value) {
        buffer.putShort(position, value);
        return this;
    }

    ForgedBatch set(int position, byte value) {
        buffer.put(position, value);
        return this;
    }

    ForgedBatch flip(int position, int mask) {
        return set(position, (byte) (buffer.get(position) ^ mask));
    }

    int size() {
        return buffer.capacity();
    }

    /** With the right checksum. */
    Bytes sealed() {
        int crc = (int) Crc32C.compute(buffer, ATTRIBUTES, size() - ATTRIBUTES);
        return set(CRC, crc).asIs();
    }

    /** With whatever checksum there is. */
    Bytes asIs() {
        return Bytes.copyOf(buffer);
    }

    /** Deltas as they are written; with a base timestamp of 0 the second one is the timestamp. */
    record ForgedRecord(
            int offsetDelta,
            long timestampDelta,
            @Nullable ByteBuffer key,
            @Nullable ByteBuffer value) {
        static ForgedRecord of(int offsetDelta, long timestampMs) {
            return new ForgedRecord(offsetDelta, timestampMs, text("k" + offsetDelta), text("value-" + timestampMs));
        }

        ForgedRecord withoutKey() {
            return new ForgedRecord(offsetDelta, timestampDelta, null, value);
        }

        private static ByteBuffer text(String text) {
            return Bytes.utf8(text).unguarded();
        }
    }
}
