package io.tidemark.record;

import static io.tidemark.record.ForgedBatch.COUNT;
import static io.tidemark.record.ForgedBatch.LAST_OFFSET_DELTA;
import static io.tidemark.record.ForgedBatch.LEADER_EPOCH;
import static io.tidemark.record.ForgedBatch.LENGTH;
import static io.tidemark.record.ForgedBatch.MAGIC;
import static io.tidemark.record.ForgedBatch.MAX_TIMESTAMP;
import static io.tidemark.record.ForgedBatch.PAYLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.ForgedBatch.ForgedRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredBatchTest {
    private static final Codec RAW = Codec.UNCOMPRESSED;

    @Test
    void theHeaderIsReadWithTheReadersBaseOffset() {
        Bytes raw = ForgedBatch.at(RAW, 100, 300, 200)
                .set(0, 7L)
                .producer(9, 2, 40)
                .orAttributes(0x10)
                .sealed();

        StoredBatch batch = StoredBatch.at(5000, raw);

        assertThat(batch.baseOffset()).isEqualTo(5000);
        assertThat(batch.lastOffset()).isEqualTo(5002);
        assertThat(batch.offsetCount()).isEqualTo(3);
        assertThat(batch.maxTimestampMs()).isEqualTo(300);
        assertThat(batch.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(batch.isControl()).isFalse();
        assertThat(batch.isTransactional()).isTrue();
        assertThat(batch.producer()).contains(new ProducerStamp(9, (short) 2, 40));
        assertThat(batch.sizeBytes()).isEqualTo(raw.size());
    }

    @Test
    void whatFollowsTheFirstBatchIsNotLookedAt() {
        Bytes first = ForgedBatch.at(Codec.ZSTD, 100).sealed();
        Bytes joined = Bytes.concat(List.of(first, Bytes.wrap(new byte[30])));

        StoredBatch batch = StoredBatch.at(1, joined).verified();

        assertThat(batch.sizeBytes()).isEqualTo(first.size());
        assertThat(batch.records()).extracting(LogRecord::timestampMs).containsExactly(100L);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void aBatchIsReadFromTheMiddleOfALargerArray(Codec codec) {
        Bytes batch = ForgedBatch.at(codec, 100, 200).sealed();
        Bytes object = Bytes.concat(List.of(Bytes.utf8("before"), batch, Bytes.utf8("after")));

        StoredBatch read = StoredBatch.at(3, object.slice(6, batch.size() + 5)).verified();

        assertThat(read.records()).isEqualTo(StoredBatch.at(3, batch).records());
    }

    @Test
    void aBatchCutAnywhereIsCorrupt() {
        Bytes raw = ForgedBatch.at(RAW, 100).sealed();

        for (int size = 0; size < raw.size(); size++) {
            assertCorrupt(raw.slice(0, size));
        }
    }

    @Test
    void aHeaderThatMakesNoSenseIsCorrupt() {
        for (int length : List.of(Integer.MIN_VALUE, -5, 13, 14, 48, Integer.MAX_VALUE)) {
            assertCorrupt(ForgedBatch.at(RAW, 100).set(LENGTH, length).sealed());
        }
        for (byte magic = -1; magic < 4; magic++) {
            if (magic != 2) {
                assertCorrupt(ForgedBatch.at(RAW, 100).set(MAGIC, magic).sealed());
            }
        }
        assertCorrupt(ForgedBatch.at(RAW, 100).set(COUNT, -1).sealed());
        assertCorrupt(ForgedBatch.at(RAW, 100).set(COUNT, 2).sealed());
        assertCorrupt(ForgedBatch.at(RAW, 100).set(LAST_OFFSET_DELTA, -1).sealed());
        assertCorrupt(ForgedBatch.at(RAW, 100)
                .set(COUNT, Integer.MIN_VALUE)
                .set(LAST_OFFSET_DELTA, 0)
                .sealed());
    }

    private static void assertCorrupt(Bytes bytes) {
        assertThatThrownBy(() -> StoredBatch.at(0, bytes))
                .isInstanceOfSatisfying(
                        CorruptBatchException.class, e -> assertThat(e.error()).isEqualTo(KafkaError.CORRUPT_MESSAGE));
    }

    @Test
    void theChecksumIsLookedAtOnDemandOnly() {
        StoredBatch damaged = StoredBatch.at(
                0, ForgedBatch.of(ForgedBatch.at(RAW, 100).sealed()).flip(70, 1).asIs());

        assertThat(damaged.maxTimestampMs()).isEqualTo(100);
        assertThatThrownBy(damaged::verified)
                .isInstanceOfSatisfying(
                        CorruptBatchException.class,
                        e -> assertThat(e.refusal().error()).isEqualTo(KafkaError.CORRUPT_MESSAGE));
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void recordsThatCannotBeReadSaySo(Codec codec) {
        Bytes raw = ForgedBatch.at(codec, 100, 200).sealed();
        StoredBatch damaged = StoredBatch.at(
                0,
                ForgedBatch.of(raw)
                        .set(PAYLOAD, 0x7f7f7f7f)
                        .set(PAYLOAD + 4, 0x7f7f7f7f)
                        .sealed());

        assertThatThrownBy(damaged::records)
                .isInstanceOfSatisfying(
                        CorruptBatchException.class, e -> assertThat(e.error()).isEqualTo(KafkaError.INVALID_RECORD));
        assertThatThrownBy(() -> damaged.firstAtOrAfter(150, 0)).isInstanceOf(CorruptBatchException.class);
    }

    @Test
    void aRecordOutsideItsBatchIsDamage() {
        for (int delta : List.of(-1, 1)) {
            StoredBatch batch = StoredBatch.at(
                    0, ForgedBatch.of(RAW, List.of(ForgedRecord.of(delta, 1))).sealed());

            assertThatThrownBy(batch::records).isInstanceOf(CorruptBatchException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void theFirstRecordInOffsetOrderIsFound(Codec codec) {
        StoredBatch batch =
                StoredBatch.at(10, ForgedBatch.at(codec, 100, 300, 200, 300).sealed());

        assertThat(batch.firstAtOrAfter(101, 0)).contains(new TimedOffset(11, 300));
        assertThat(batch.firstAtOrAfter(300, 0)).contains(new TimedOffset(11, 300));
        assertThat(batch.firstAtOrAfter(0, 12)).contains(new TimedOffset(12, 200));
        assertThat(batch.firstAtOrAfter(201, 12)).contains(new TimedOffset(13, 300));
        assertThat(batch.firstAtOrAfter(301, 0)).isEmpty();
        assertThat(batch.firstAtOrAfter(0, 14)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void theFirstRecordOfTheMaximumIsFound(Codec codec) {
        StoredBatch batch =
                StoredBatch.at(10, ForgedBatch.at(codec, 400, 100, 300, 300, -1).sealed());

        assertThat(batch.maximumFrom(0)).contains(new TimedOffset(10, 400));
        assertThat(batch.maximumFrom(11)).contains(new TimedOffset(12, 300));
        assertThat(batch.maximumFrom(13)).contains(new TimedOffset(13, 300));
        assertThat(batch.maximumFrom(14)).contains(new TimedOffset(14, -1));
        assertThat(batch.maximumFrom(15)).isEmpty();
        assertThat(StoredBatch.at(0, ForgedBatch.at(RAW, -2).sealed()).maximumFrom(0))
                .isEmpty();
    }

    @Test
    void theSearchReadsNoFurtherThanItsMatchAndNothingBelowTheMaximum() {
        Bytes raw = ForgedBatch.at(RAW, 100, 200).sealed();
        StoredBatch endDamaged = StoredBatch.at(
                0, ForgedBatch.of(raw).set(raw.size() - 1, (byte) 0x7f).sealed());

        assertThat(endDamaged.firstAtOrAfter(50, 0)).contains(new TimedOffset(0, 100));
        assertThat(endDamaged.firstAtOrAfter(201, 0)).isEmpty();
        assertThatThrownBy(() -> endDamaged.firstAtOrAfter(150, 0)).isInstanceOf(CorruptBatchException.class);
    }

    @Test
    void everyRecordOfALogAppendTimeBatchHasTheBatchsTime() {
        StoredBatch batch = StoredBatch.at(
                20,
                ForgedBatch.at(Codec.LZ4, 100, 200)
                        .orAttributes(0x08)
                        .set(MAX_TIMESTAMP, 777L)
                        .sealed());

        assertThat(batch.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(batch.records()).extracting(LogRecord::timestampMs).containsExactly(777L, 777L);
        assertThat(batch.firstAtOrAfter(500, 21)).contains(new TimedOffset(21, 777));
    }

    @Test
    void compactionMayLeaveGapsAndEvenNothing() {
        List<ForgedRecord> kept = List.of(ForgedRecord.of(1, 100), ForgedRecord.of(3, 300));
        StoredBatch gaps = StoredBatch.at(
                40, ForgedBatch.of(RAW, kept).set(LAST_OFFSET_DELTA, 4).sealed());
        StoredBatch empty = StoredBatch.at(
                40,
                ForgedBatch.of(ByteBuffer.allocate(0))
                        .set(COUNT, 0)
                        .set(LAST_OFFSET_DELTA, 4)
                        .sealed());

        assertThat(gaps.records()).extracting(LogRecord::offset).containsExactly(41L, 43L);
        assertThat(gaps.lastOffset()).isEqualTo(44);
        assertThat(empty.records()).isEmpty();
        assertThat(empty.lastOffset()).isEqualTo(44);
    }

    @Test
    void aTransactionMarkerIsAControlBatchWithoutASequence() {
        Bytes marker = Bytes.copyOf(MemoryRecords.withEndTransactionMarker(
                        0L, 1234L, 0, 9L, (short) 2, new EndTransactionMarker(ControlRecordType.COMMIT, 0))
                .buffer());

        StoredBatch batch = StoredBatch.at(60, marker).verified();

        assertThat(batch.isControl()).isTrue();
        assertThat(batch.isTransactional()).isTrue();
        assertThat(batch.producer()).isEmpty();
        assertThat(batch.firstAtOrAfter(1000, 0)).contains(new TimedOffset(60, 1234));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5000, 1L << 40})
    void stampingChangesNothingButOffsetAndEpoch(long baseOffset) {
        Bytes raw = ForgedBatch.at(Codec.GZIP, 100, 200).set(LEADER_EPOCH, 8).sealed();
        Bytes before = Bytes.copyOf(raw.toByteArray());

        Bytes stamped = StoredBatch.at(baseOffset, raw).stamped();

        assertThat(stamped)
                .isEqualTo(ForgedBatch.of(raw)
                        .set(0, baseOffset)
                        .set(LEADER_EPOCH, 0)
                        .asIs());
        assertThat(StoredBatch.at(baseOffset, stamped).verified().stamped()).isEqualTo(stamped);
        assertThat(raw).isEqualTo(before);
    }

    @Test
    void headersMayRepeatAndHaveNoValue() {
        List<RecordHeader> headers =
                List.of(new RecordHeader("a", Optional.empty()), new RecordHeader("a", Optional.of(Bytes.EMPTY)));
        Bytes raw = BatchWriter.write(
                List.of(new NewRecord(1, Optional.empty(), Optional.empty(), headers)), RAW, Optional.empty(), false);

        assertThat(StoredBatch.at(0, raw).records().get(0).headers()).isEqualTo(headers);
    }
}
