package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.ATTRIBUTES;
import static io.tidemark.record.ForgedBatch.COUNT;
import static io.tidemark.record.ForgedBatch.LAST_OFFSET_DELTA;
import static io.tidemark.record.ForgedBatch.LEADER_EPOCH;
import static io.tidemark.record.ForgedBatch.MAX_TIMESTAMP;
import static io.tidemark.record.Validation.NOW_MS;
import static io.tidemark.record.Validation.lenient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchValidatorTest {
    private static final Codec RAW = Codec.UNCOMPRESSED;

    @Test
    void aBatchInOrderIsKeptByteForByteApartFromItsLeaderEpoch() {
        Bytes raw = ForgedBatch.at(RAW, 100, 300, 200).set(LEADER_EPOCH, 77).sealed();

        PreparedBatch stored = lenient().accepts(raw);

        assertThat(stored.bytes())
                .isEqualTo(ForgedBatch.of(raw).set(LEADER_EPOCH, 0).asIs());
        assertThat(stored.recordCount()).isEqualTo(3);
        assertThat(stored.maxTimestampMs()).isEqualTo(300);
        assertThat(stored.logAppendTimeMs()).isEmpty();
        assertThat(stored.producer()).isEmpty();
        assertThat(stored.transactional()).isFalse();
    }

    @Test
    void whatTheClientSentIsNotWrittenTo() {
        Bytes raw = ForgedBatch.at(RAW, 100).set(MAX_TIMESTAMP, 999L).sealed();
        byte[] before = raw.toByteArray();

        lenient().logAppendTime().accepts(raw);

        assertThat(raw.toByteArray()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 1})
    void aMaximumThatLiesIsCorrectedUnderANewChecksum(long lie) {
        Bytes raw = ForgedBatch.at(Codec.GZIP, 100, 200).set(MAX_TIMESTAMP, lie).sealed();

        PreparedBatch stored = lenient().accepts(raw);

        assertThat(stored.bytes())
                .isEqualTo(ForgedBatch.of(raw)
                        .set(MAX_TIMESTAMP, 200L)
                        .set(LEADER_EPOCH, 0)
                        .sealed());
        assertThat(StoredBatch.at(0, stored.bytes()).verified().maxTimestampMs())
                .isEqualTo(200);
    }

    @Test
    void logAppendTimeStampsTheTopicsClockAndKeepsTheDeltas() {
        Bytes raw = ForgedBatch.at(Codec.LZ4, 100, 200).sealed();

        PreparedBatch stored = lenient().logAppendTime().accepts(raw);

        assertThat(stored.logAppendTimeMs()).contains(NOW_MS);
        assertThat(stored.maxTimestampMs()).isEqualTo(NOW_MS);
        assertThat(stored.bytes())
                .isEqualTo(ForgedBatch.of(raw)
                        .set(LEADER_EPOCH, 0)
                        .set(MAX_TIMESTAMP, NOW_MS)
                        .orAttributes(0x08)
                        .sealed());
    }

    @Test
    void aBatchMustFitASegment() {
        Bytes raw = ForgedBatch.at(RAW, 1).sealed();

        lenient().segment(raw.size()).accepts(raw);
        lenient().segment(raw.size() - 1).refuses(raw, KafkaError.RECORD_LIST_TOO_LARGE);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void theRecordsMustBeAsManyAsCounted(Codec codec) {
        for (int count : List.of(1, 3, Integer.MAX_VALUE)) {
            lenient()
                    .refuses(
                            ForgedBatch.at(codec, 1, 2)
                                    .set(COUNT, count)
                                    .set(LAST_OFFSET_DELTA, count - 1)
                                    .sealed(),
                            KafkaError.INVALID_RECORD);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Codec.class, names = "UNCOMPRESSED", mode = EnumSource.Mode.EXCLUDE)
    void aCodecThatThePayloadIsNotInIsRefused(Codec codec) {
        short attributes = codec.compression().type().id;

        lenient().refuses(ForgedBatch.at(RAW, 1).set(ATTRIBUTES, attributes).sealed(), KafkaError.INVALID_RECORD);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, BatchValidator.HIGHEST_LIMIT_BYTES + 1})
    void theInflationLimitMustBeOneThatReadersCanFollow(int limitBytes) {
        assertThat(new BatchValidator(BatchValidator.HIGHEST_LIMIT_BYTES)).isNotNull();
        assertThatThrownBy(() -> new BatchValidator(limitBytes)).isInstanceOf(IllegalArgumentException.class);
    }
}
