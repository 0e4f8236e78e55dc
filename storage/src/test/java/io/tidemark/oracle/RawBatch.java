package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.ProducerStamp;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.Crc32C;
import org.jspecify.annotations.Nullable;

/**
 * A raw record batch v2 as a client sends it: honest when it is built, and then forged at will, which no client
 * library allows. Immutable.
 *
 * @param timestampsMs one a record; any long
 * @param keys one a record, absent for a keyless one
 * @param offsetDeltas one a record
 */
record RawBatch(
        List<Long> timestampsMs,
        List<Optional<String>> keys,
        List<Integer> offsetDeltas,
        Codec codec,
        Optional<ProducerStamp> producer,
        String value) {

    /** Where the header's fields stand. */
    static final int BASE_OFFSET = 0;

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
    static final int RECORD_COUNT = 57;
    static final int RECORDS = 61;

    static final int LOG_APPEND_TIME_BIT = 8;

    /** An uncompressed batch of records with key "k", an honest one. */
    static RawBatch of(long... timestampsMs) {
        List<Optional<String>> keys = new ArrayList<>();
        List<Integer> deltas = new ArrayList<>();
        for (int i = 0; i < timestampsMs.length; i++) {
            keys.add(Optional.of("k"));
            deltas.add(i);
        }
        return new RawBatch(
                Arrays.stream(timestampsMs).boxed().toList(), keys, deltas, Codec.UNCOMPRESSED, Optional.empty(), "v");
    }

    RawBatch in(Codec other) {
        return new RawBatch(timestampsMs, keys, offsetDeltas, other, producer, value);
    }

    RawBatch by(long producerId, int producerEpoch, int baseSequence) {
        ProducerStamp stamp = new ProducerStamp(producerId, (short) producerEpoch, baseSequence);
        return new RawBatch(timestampsMs, keys, offsetDeltas, codec, Optional.of(stamp), value);
    }

    /** With these keys; null for none. */
    RawBatch keyed(@Nullable String... others) {
        List<Optional<String>> list =
                Arrays.stream(others).map(Optional::ofNullable).toList();
        return new RawBatch(timestampsMs, list, offsetDeltas, codec, producer, value);
    }

    RawBatch valued(String other) {
        return new RawBatch(timestampsMs, keys, offsetDeltas, codec, producer, other);
    }

    RawBatch deltas(Integer... others) {
        return new RawBatch(timestampsMs, keys, List.of(others), codec, producer, value);
    }

    Bytes bytes() {
        byte[] records = records();
        int count = timestampsMs.size();
        long maxTimestamp =
                timestampsMs.stream().mapToLong(Long::longValue).max().orElse(-1);
        ByteBuffer batch = ByteBuffer.allocate(RECORDS + records.length);
        batch.putLong(0)
                .putInt(RECORDS - LEADER_EPOCH + records.length)
                .putInt(-1)
                .put((byte) 2)
                .putInt(0);
        batch.putShort((short) kafkaType().id).putInt(count - 1);
        batch.putLong(timestampsMs.get(0)).putLong(Math.max(-1, maxTimestamp));
        batch.putLong(producer.map(ProducerStamp::producerId).orElse(-1L));
        batch.putShort(producer.map(ProducerStamp::producerEpoch).orElse((short) -1));
        batch.putInt(producer.map(ProducerStamp::baseSequence).orElse(-1));
        batch.putInt(count).put(records);
        return sealed(batch.array());
    }

    /** The batch with a field overwritten, and its CRC right again. */
    Bytes forged(Consumer<ByteBuffer> forgery) {
        byte[] batch = bytes().toByteArray();
        forgery.accept(ByteBuffer.wrap(batch));
        return sealed(batch);
    }

    /** The batch with something overwritten, whatever that makes of its CRC. */
    Bytes damaged(Consumer<ByteBuffer> damage) {
        byte[] batch = bytes().toByteArray();
        damage.accept(ByteBuffer.wrap(batch));
        return Bytes.wrap(batch);
    }

    /** The batch as a LogAppendTime topic stores it. */
    static Bytes appendedAt(Bytes batch, long nowMs) {
        byte[] stamped = batch.toByteArray();
        ByteBuffer header = ByteBuffer.wrap(stamped);
        header.putShort(ATTRIBUTES, (short) (header.getShort(ATTRIBUTES) | LOG_APPEND_TIME_BIT));
        header.putLong(MAX_TIMESTAMP, nowMs);
        return sealed(stamped);
    }

    /** The batch as a leader of epoch 0 stores it at the offset. */
    static Bytes placedAt(Bytes batch, long baseOffset) {
        byte[] placed = batch.toByteArray();
        ByteBuffer.wrap(placed).putLong(BASE_OFFSET, baseOffset).putInt(LEADER_EPOCH, 0);
        return Bytes.wrap(placed);
    }

    /** What a consumer reads as the records' timestamps. */
    static List<Long> timestampsOf(Bytes batch) {
        List<Long> timestamps = new ArrayList<>();
        MemoryRecords.readableRecords(ByteBuffer.wrap(batch.toByteArray()))
                .records()
                .forEach(record -> timestamps.add(record.timestamp()));
        return timestamps;
    }

    private byte[] records() {
        ByteBufferOutputStream buffer = new ByteBufferOutputStream(256);
        try (DataOutputStream out =
                new DataOutputStream(Compression.of(kafkaType()).build().wrapForOutput(buffer, (byte) 2))) {
            for (int i = 0; i < timestampsMs.size(); i++) {
                long delta = timestampsMs.get(i) - timestampsMs.get(0);
                DefaultRecord.writeTo(out, offsetDeltas.get(i), delta, key(i), utf8(value), new Header[0]);
            }
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        ByteBuffer written = buffer.buffer().flip();
        byte[] records = new byte[written.remaining()];
        written.get(records);
        return records;
    }

    private @Nullable ByteBuffer key(int record) {
        return keys.get(record).map(RawBatch::utf8).orElse(null);
    }

    private CompressionType kafkaType() {
        return codec == Codec.UNCOMPRESSED ? CompressionType.NONE : CompressionType.forName(codec.configValue());
    }

    /** With the CRC that it must have. */
    static Bytes sealed(byte[] batch) {
        long crc = Crc32C.compute(batch, ATTRIBUTES, batch.length - ATTRIBUTES);
        ByteBuffer.wrap(batch).putInt(CRC, (int) crc);
        return Bytes.wrap(batch);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
