package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.MAX_TIMESTAMP;
import static io.tidemark.record.Validation.NOW_MS;
import static io.tidemark.record.Validation.lenient;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecordRulesTest {
    private static final Codec RAW = Codec.UNCOMPRESSED;

    @ParameterizedTest
    @CsvSource({"-1,-1", "-5,-1", "-1,5"})
    void theMaximumIsMinusOneWhereNoRecordIsAbove(long first, long second) {
        assertThat(lenient()
                        .accepts(ForgedBatch.at(RAW, first, second).sealed())
                        .maxTimestampMs())
                .isEqualTo(Math.max(-1, Math.max(first, second)));
    }

    @Test
    void logAppendTimeLooksAtNoTimestamp() {
        lenient()
                .logAppendTime()
                .within(0, 0)
                .accepts(ForgedBatch.at(RAW, 5, Long.MAX_VALUE).sealed());
    }

    @Test
    void logAppendTimeIsNotTheProducersToClaim() {
        Bytes raw = ForgedBatch.at(RAW, 100, 200)
                .set(MAX_TIMESTAMP, NOW_MS)
                .orAttributes(0x08)
                .sealed();

        for (Validation rules : List.of(lenient(), lenient().logAppendTime())) {
            rules.refuses(raw, KafkaError.INVALID_TIMESTAMP, 0, 1);
        }
    }

    @Test
    void aCompactedTopicNamesEveryRecordWithoutAKey() {
        Bytes raw = ForgedBatch.of(
                        Codec.ZSTD,
                        List.of(
                                ForgedRecord.of(0, 1).withoutKey(),
                                ForgedRecord.of(1, 1),
                                ForgedRecord.of(2, 1).withoutKey()))
                .sealed();

        lenient().compacted().refuses(raw, KafkaError.INVALID_RECORD, 0, 2);
        lenient().accepts(raw);
    }

    @Test
    void anEmptyKeyIsAKey() {
        ForgedRecord emptyKey = new ForgedRecord(0, 1, Bytes.EMPTY.unguarded(), null);

        lenient().compacted().accepts(ForgedBatch.of(RAW, List.of(emptyKey)).sealed());
    }

    @Test
    void aTimestampMayBeJustAsFarAwayAsTheTopicAllows() {
        Validation rules = lenient().within(1000, 60);

        rules.accepts(ForgedBatch.at(RAW, NOW_MS - 1000, NOW_MS + 60, -1).sealed());
        rules.refuses(
                ForgedBatch.at(RAW, NOW_MS - 1001, NOW_MS, NOW_MS + 61).sealed(), KafkaError.INVALID_TIMESTAMP, 0, 2);
    }

    @Test
    void aBadTimestampOutweighsAMissingKey() {
        Bytes raw = ForgedBatch.of(RAW, List.of(ForgedRecord.of(0, NOW_MS).withoutKey(), ForgedRecord.of(1, 5)))
                .sealed();

        lenient().compacted().within(1000, 1000).refuses(raw, KafkaError.INVALID_TIMESTAMP, 0, 1);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void wrongOffsetDeltasAreRefusedWhereTheBatchIsKept(Codec codec) {
        Bytes raw = ForgedBatch.of(codec, List.of(ForgedRecord.of(0, 1), ForgedRecord.of(0, 1), ForgedRecord.of(5, 1)))
                .sealed();

        lenient().refuses(raw, KafkaError.INVALID_RECORD, 1, 2);
    }

    @Test
    void recordErrorsAreBoundedAndAllAreCounted() {
        Bytes raw = ForgedBatch.at(Codec.ZSTD, new long[RecordRules.MAX_RECORD_ERRORS + 1])
                .sealed();

        Refusal refusal = lenient().within(1000, 1000).refuses(raw);

        assertThat(refusal.recordErrors()).hasSize(RecordRules.MAX_RECORD_ERRORS);
        assertThat(refusal.message()).startsWith("10001 of 10001 records");
    }
}
