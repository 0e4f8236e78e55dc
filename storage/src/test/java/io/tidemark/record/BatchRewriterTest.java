package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.ATTRIBUTES;
import static io.tidemark.record.Validation.lenient;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchRewriterTest {
    private static final Codec RAW = Codec.UNCOMPRESSED;

    @ParameterizedTest
    @EnumSource(Codec.class)
    void anotherCodecKeepsRecordsProducerAndTransaction(Codec target) {
        Bytes raw = ForgedBatch.at(target == RAW ? Codec.ZSTD : RAW, 100, 300, 200)
                .producer(9, 2, 40)
                .orAttributes(0x10)
                .sealed();

        PreparedBatch stored = lenient().storedIn(target).accepts(raw);

        StoredBatch batch = StoredBatch.at(0, stored.bytes()).verified();
        assertThat(batch.records()).isEqualTo(StoredBatch.at(0, raw).records());
        assertThat(stored.bytes().at(ATTRIBUTES + 1) & 7)
                .isEqualTo(target.compression().type().id);
        assertThat(stored.producer()).contains(new ProducerStamp(9, (short) 2, 40));
        assertThat(stored.transactional()).isTrue();
        assertThat(stored.maxTimestampMs()).isEqualTo(300);
        assertThat(lenient().storedIn(target).accepts(stored.bytes())).isEqualTo(stored);
    }

    @Test
    void anotherCodecRenumbersTheOffsetDeltas() {
        Bytes raw = ForgedBatch.of(RAW, List.of(ForgedRecord.of(3, 1), ForgedRecord.of(3, 2)))
                .sealed();

        PreparedBatch stored = lenient().storedIn(Codec.GZIP).accepts(raw);

        assertThat(StoredBatch.at(10, stored.bytes()).records())
                .extracting(LogRecord::offset)
                .containsExactly(10L, 11L);
    }

    @Test
    void anotherCodecCannotHoldANegativeTimestamp() {
        lenient().storedIn(Codec.GZIP).refuses(ForgedBatch.at(RAW, -1, -5).sealed(), KafkaError.INVALID_TIMESTAMP, 1);
    }

    @Test
    void theSizeIsCheckedAgainInTheTopicsCodec() {
        Bytes raw = ForgedBatch.at(Codec.ZSTD, new long[500]).sealed();
        int stored = lenient().storedIn(RAW).accepts(raw).bytes().size();

        assertThat(stored).isGreaterThan(raw.size());
        lenient().storedIn(RAW).maxBatch(stored).accepts(raw);
        lenient().storedIn(RAW).maxBatch(stored - 1).refuses(raw, KafkaError.MESSAGE_TOO_LARGE);
    }

    @Test
    void theTopicsLevelIsUsed() {
        Bytes raw = ForgedBatch.at(RAW, new long[2000]).sealed();

        int fast = lenient().storedIn(Codec.GZIP).level(1).accepts(raw).bytes().size();
        int small = lenient().storedIn(Codec.GZIP).level(9).accepts(raw).bytes().size();

        assertThat(small).isLessThan(fast);
    }
}
