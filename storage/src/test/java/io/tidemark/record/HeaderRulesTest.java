package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.ATTRIBUTES;
import static io.tidemark.record.ForgedBatch.COUNT;
import static io.tidemark.record.ForgedBatch.LAST_OFFSET_DELTA;
import static io.tidemark.record.ForgedBatch.LENGTH;
import static io.tidemark.record.ForgedBatch.MAGIC;
import static io.tidemark.record.Validation.lenient;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderRulesTest {
    private static final Codec RAW = Codec.UNCOMPRESSED;

    @Test
    void nothingAndTooLittleAreNoBatch() {
        Bytes whole = ForgedBatch.at(RAW, 1).sealed();

        lenient().refuses(Bytes.EMPTY, KafkaError.INVALID_RECORD);
        lenient().refuses(whole.slice(0, whole.size() - 3), KafkaError.INVALID_RECORD);
    }

    @Test
    void onlyOneBatchMayComeButJunkBehindItIsIgnored() {
        Bytes batch = ForgedBatch.at(RAW, 1).sealed();

        lenient().refuses(Bytes.concat(List.of(batch, batch)), KafkaError.INVALID_RECORD);
        assertThat(lenient().accepts(Bytes.concat(List.of(batch, Bytes.utf8("junk!")))))
                .isEqualTo(lenient().accepts(batch));
    }

    @ParameterizedTest
    @CsvSource({"0,INVALID_RECORD", "1,INVALID_RECORD", "3,CORRUPT_MESSAGE", "-1,CORRUPT_MESSAGE"})
    void onlyMagicTwoIsTaken(byte magic, KafkaError error) {
        lenient().refuses(ForgedBatch.at(RAW, 1).set(MAGIC, magic).sealed(), error);
    }

    @ParameterizedTest
    @CsvSource({
        "-5,CORRUPT_MESSAGE",
        "10,CORRUPT_MESSAGE",
        "13,CORRUPT_MESSAGE",
        "14,CORRUPT_MESSAGE",
        "48,CORRUPT_MESSAGE",
        "49,CORRUPT_MESSAGE",
        "1000,INVALID_RECORD",
        "2147483647,CORRUPT_MESSAGE"
    })
    void aWrongLengthIsRefused(int length, KafkaError error) {
        lenient().refuses(ForgedBatch.at(RAW, 1).set(LENGTH, length).sealed(), error);
    }

    @Test
    void theBaseOffsetMustBeZero() {
        lenient().refuses(ForgedBatch.at(RAW, 1).set(0, 5L).sealed(), KafkaError.INVALID_RECORD);
    }

    @Test
    void theSizeLimitIsInclusiveAndIsCheckedBeforeTheChecksum() {
        Bytes raw = ForgedBatch.at(RAW, 1).sealed();
        Bytes damaged = ForgedBatch.of(raw).flip(70, 1).asIs();

        lenient().maxBatch(raw.size()).accepts(raw);
        lenient().maxBatch(raw.size() - 1).refuses(raw, KafkaError.MESSAGE_TOO_LARGE);
        lenient().maxBatch(raw.size() - 1).refuses(damaged, KafkaError.MESSAGE_TOO_LARGE);
        lenient().maxBatch(raw.size()).refuses(damaged, KafkaError.CORRUPT_MESSAGE);
    }

    @ParameterizedTest
    @CsvSource({"2,2", "1,0", "0,1", "0,-1", "-1,0", "2147483647,1", "2147483647,-2147483648"})
    void countAndLastOffsetDeltaMustAgree(int count, int lastOffsetDelta) {
        lenient()
                .refuses(
                        ForgedBatch.at(RAW, 1, 2)
                                .set(COUNT, count)
                                .set(LAST_OFFSET_DELTA, lastOffsetDelta)
                                .sealed(),
                        KafkaError.INVALID_RECORD);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x20, 0x40, 0x80, 0x100, 0x8000, 5, 6, 7})
    void controlBitUnusedBitsAndUnknownCodecsAreRefused(int attributes) {
        lenient()
                .refuses(
                        ForgedBatch.at(RAW, 1)
                                .set(ATTRIBUTES, (short) attributes)
                                .sealed(),
                        KafkaError.INVALID_RECORD);
    }

    @Test
    void aProducerNeedsItsEpochAndSequence() {
        lenient().refuses(ForgedBatch.at(RAW, 1).producer(13, 0, -1).sealed(), KafkaError.INVALID_RECORD);
        lenient().refuses(ForgedBatch.at(RAW, 1).producer(13, -1, 0).sealed(), KafkaError.INVALID_RECORD);
        assertThat(lenient()
                        .accepts(ForgedBatch.at(RAW, 1).producer(0, 0, 0).sealed())
                        .producer())
                .contains(new ProducerStamp(0, (short) 0, 0));
        assertThat(lenient()
                        .accepts(ForgedBatch.at(RAW, 1).producer(-1, -1, 7).sealed())
                        .producer())
                .isEmpty();
    }

    @Test
    void aTransactionalBatchNeedsAProducer() {
        ForgedBatch batch = ForgedBatch.at(RAW, 1).orAttributes(0x10);

        lenient().refuses(batch.sealed(), KafkaError.INVALID_RECORD);
        assertThat(lenient().accepts(batch.producer(5, 1, 0).sealed()).transactional())
                .isTrue();
    }
}
