package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.ATTRIBUTES;
import static io.tidemark.record.ForgedBatch.COUNT;
import static io.tidemark.record.ForgedBatch.LAST_OFFSET_DELTA;
import static io.tidemark.record.ForgedBatch.PAYLOAD;
import static io.tidemark.record.Validation.lenient;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

/** Bytes that no honest producer sends: the answer is a refusal, and memory stays within the limit. */
class BatchDamageTest {
    private static final long SEED = Long.getLong("tidemark.seed", 4711L);
    private static final int MIB = 1 << 20;

    @ParameterizedTest
    @EnumSource(Codec.class)
    void aBatchCutAnywhereIsRefused(Codec codec) {
        Bytes raw = ForgedBatch.at(codec, 100, 200, 300).sealed();

        for (int size = 0; size < raw.size(); size++) {
            lenient().refuses(raw.slice(0, size), KafkaError.INVALID_RECORD);
        }
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void aPayloadCutAnywhereIsRefusedThoughTheHeaderFitsIt(Codec codec) {
        Bytes payload = ForgedBatch.at(codec, 100, 200, 300).sealed();

        for (int size = PAYLOAD; size < payload.size(); size++) {
            ByteBuffer cut = payload.slice(PAYLOAD, size - PAYLOAD).unguarded();
            ForgedBatch batch = ForgedBatch.of(cut)
                    .set(ATTRIBUTES, (short) codec.compression().type().id)
                    .set(COUNT, 3)
                    .set(LAST_OFFSET_DELTA, 2);
            lenient().refuses(batch.sealed(), KafkaError.INVALID_RECORD);
        }
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void everyFlippedBitUnderARightChecksumIsRefusedOrReadable(Codec codec) {
        Bytes raw = ForgedBatch.at(codec, 100, 300, 200).producer(3, 1, 5).sealed();
        for (int bit = 0; bit < raw.size() * 8; bit++) {
            assertRefusedOrReadable(
                    ForgedBatch.of(raw).flip(bit / 8, 1 << (bit % 8)).sealed());
        }
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void randomDamageUnderARightChecksumIsRefusedOrReadable(Codec codec) {
        Bytes raw = ForgedBatch.at(codec, 100, 300, 200, 50, 70).sealed();
        for (int i = 0; i < 1000; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            ForgedBatch batch = ForgedBatch.of(raw);
            for (int hits = random.nextInt(1, 8); hits > 0; hits--) {
                batch.set(random.nextInt(PAYLOAD, raw.size()), (byte) random.nextInt());
            }
            assertRefusedOrReadable(batch.sealed());
        }
    }

    @ParameterizedTest
    @EnumSource(value = Codec.class, names = "UNCOMPRESSED", mode = EnumSource.Mode.EXCLUDE)
    void aBatchMayInflateToTheLimitAndNotBeyond(Codec codec) {
        ForgedRecord zeros = new ForgedRecord(0, 1, null, ByteBuffer.allocate(MIB));
        Bytes raw = ForgedBatch.of(codec, List.of(zeros)).sealed();
        int inflated = ForgedBatch.of(Codec.UNCOMPRESSED, List.of(zeros)).size() - PAYLOAD;

        lenient().maxInflated(inflated + 1).accepts(raw);
        lenient().maxInflated(inflated).accepts(raw);
        lenient().maxInflated(inflated - 1).refuses(raw, KafkaError.MESSAGE_TOO_LARGE);
    }

    @ParameterizedTest
    @EnumSource(value = Codec.class, names = "UNCOMPRESSED", mode = EnumSource.Mode.EXCLUDE)
    void aBombOfManyRecordsIsRefused(Codec codec) {
        ForgedRecord zeros = new ForgedRecord(0, 1, null, ByteBuffer.allocate(MIB / 4));
        Bytes raw = ForgedBatch.of(codec, Collections.nCopies(400, zeros)).sealed();

        lenient().maxBatch(16 * MIB).refuses(raw, KafkaError.MESSAGE_TOO_LARGE);
    }

    @Test
    void whatIsNotCompressedMayBeLargerThanTheInflationLimit() {
        lenient().maxInflated(1).accepts(ForgedBatch.at(Codec.UNCOMPRESSED, 1).sealed());
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void aRecordThatClaimsAHugeSizeAllocatesNothing(Codec codec) throws IOException {
        for (int claim : List.of(Integer.MAX_VALUE, Integer.MAX_VALUE - 8, -1, Integer.MIN_VALUE, 0)) {
            lenient().refuses(claiming(codec, claim), KafkaError.INVALID_RECORD);
        }
    }

    private static Bytes claiming(Codec codec, int claim) throws IOException {
        ByteBufferOutputStream payload = new ByteBufferOutputStream(64);
        try (DataOutputStream out = new DataOutputStream(codec.compression().wrapForOutput(payload, (byte) 2))) {
            ByteUtils.writeVarint(claim, out);
            out.write(new byte[20]);
        }
        return ForgedBatch.of(payload.buffer().flip())
                .set(ATTRIBUTES, (short) codec.compression().type().id)
                .sealed();
    }

    @Test
    void aRecordThatClaimsManyHeadersIsRefused() {
        ByteBuffer payload = ByteBuffer.allocate(64);
        ByteUtils.writeVarint(10, payload);
        payload.put(new byte[3]);
        ByteUtils.writeVarint(-1, payload);
        ByteUtils.writeVarint(-1, payload);
        ByteUtils.writeVarint(Integer.MAX_VALUE, payload);

        lenient().refuses(ForgedBatch.of(payload.flip()).sealed(), KafkaError.INVALID_RECORD);
    }

    @Test
    void aBareSnappyBlockIsReadAsFramedOnesAre() throws IOException {
        Bytes records = ForgedBatch.at(Codec.UNCOMPRESSED, 100).sealed();
        byte[] block =
                Snappy.compress(records.slice(PAYLOAD, records.size() - PAYLOAD).toByteArray());

        assertThat(lenient().accepts(snappy(block)).maxTimestampMs()).isEqualTo(100);
    }

    @Test
    void aSnappyBlockThatClaimsAHugeSizeAllocatesNothing() {
        byte[] claim = ByteBuffer.allocate(64 * 1024)
                .put(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07})
                .array();

        lenient().refuses(snappy(claim), KafkaError.INVALID_RECORD);
    }

    private static Bytes snappy(byte[] payload) {
        return ForgedBatch.of(ByteBuffer.wrap(payload))
                .set(ATTRIBUTES, (short) Codec.SNAPPY.compression().type().id)
                .sealed();
    }

    /** What is taken can be read again, and its header tells the truth. */
    private static void assertRefusedOrReadable(Bytes raw) {
        Answer<PreparedBatch> answer = lenient().answer(raw);
        if (answer instanceof Answer.Given<PreparedBatch> given) {
            StoredBatch batch = StoredBatch.at(0, given.value().bytes()).verified();
            List<LogRecord> records = batch.records();
            assertThat(records).hasSize(given.value().recordCount());
            assertThat(batch.maxTimestampMs())
                    .isEqualTo(
                            records.stream().mapToLong(LogRecord::timestampMs).reduce(-1, Math::max));
        }
    }
}
