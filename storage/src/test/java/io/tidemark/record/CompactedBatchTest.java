package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecords.RecordFilter;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompactedBatchTest {
    private static final long HORIZON = 9_000;
    private static final long BASE = 40;
    private static final List<Codec> CODECS = List.of(Codec.values());

    @Test
    void aBatchThatKeepsEverythingIsTheSameObject() {
        StoredBatch batch = batch(Codec.UNCOMPRESSED, 5, 7);
        assertThat(CompactedBatch.of(batch, (offset, key, hasValue) -> RecordRetention.KEEP, HORIZON))
                .hasValueSatisfying(kept -> assertThat(kept).isSameAs(batch));
    }

    @Test
    void aBatchThatKeepsNothingIsGone() {
        assertThat(CompactedBatch.of(batch(Codec.GZIP, 5, 7), keeping(), HORIZON))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void offsetsAndProducerStayAndTheMaximumIsThatOfWhatIsKept(Codec codec) {
        StoredBatch batch = batch(codec, 100, 900, 200, 150);

        StoredBatch kept =
                CompactedBatch.of(batch, keeping(BASE, BASE + 2), HORIZON).orElseThrow();

        assertThat(kept.verified().records())
                .isEqualTo(List.of(batch.records().get(0), batch.records().get(2)));
        assertThat(kept.baseOffset()).isEqualTo(BASE);
        assertThat(kept.lastOffset()).isEqualTo(BASE + 3);
        assertThat(kept.maxTimestampMs()).isEqualTo(200);
        assertThat(kept.producer()).contains(new ProducerStamp(7, (short) 3, 11));
        assertThat(kept.view().codec()).contains(codec);
        assertThat(kept.deleteHorizonMs()).isEmpty();
    }

    @Test
    void aTombstoneGetsAHorizonOnceAndItsTimeStays() {
        StoredBatch batch = batch(Codec.UNCOMPRESSED, 100, 50);

        StoredBatch stamped = CompactedBatch.of(
                        batch, (offset, key, hasValue) -> RecordRetention.KEEP_UNTIL_HORIZON, HORIZON)
                .orElseThrow();

        assertThat(stamped.deleteHorizonMs()).contains(HORIZON);
        assertThat(stamped.verified().records()).isEqualTo(batch.records());
        assertThat(stamped.maxTimestampMs()).isEqualTo(100);
        assertThat(CompactedBatch.of(
                        stamped, (offset, key, hasValue) -> RecordRetention.KEEP_UNTIL_HORIZON, HORIZON + 1))
                .hasValueSatisfying(kept -> assertThat(kept).isSameAs(stamped));
        assertThat(CompactedBatch.of(stamped, keeping(BASE + 1), HORIZON + 1)
                        .orElseThrow()
                        .deleteHorizonMs())
                .contains(HORIZON);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -5, Long.MIN_VALUE, Long.MAX_VALUE})
    void anyTimestampSurvives(long timestampMs) {
        StoredBatch batch = StoredBatch.at(
                BASE,
                ForgedBatch.at(Codec.UNCOMPRESSED, timestampMs, 5, timestampMs).sealed());

        StoredBatch kept =
                CompactedBatch.of(batch, keeping(BASE, BASE + 2), HORIZON).orElseThrow();
        StoredBatch stamped = CompactedBatch.of(
                        batch,
                        (offset, key, hasValue) ->
                                offset == BASE ? RecordRetention.DROP : RecordRetention.KEEP_UNTIL_HORIZON,
                        HORIZON)
                .orElseThrow();

        assertThat(kept.records())
                .isEqualTo(List.of(batch.records().get(0), batch.records().get(2)));
        assertThat(kept.maxTimestampMs()).isEqualTo(Math.max(-1, timestampMs));
        assertThat(stamped.records()).isEqualTo(batch.records().subList(1, 3));
    }

    /** Kafka's own filter is the judge, byte for byte where nothing is compressed. */
    @Test
    void kafkaWritesTheSame() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            Codec codec = CODECS.get(random.nextInt(CODECS.size()));
            StoredBatch batch =
                    batch(codec, random.longs(1 + random.nextInt(9), -1, 1_000).toArray());
            Set<Long> kept = Set.copyOf(random.longs(4, BASE, BASE + 9).boxed().toList());
            boolean tombstones = random.nextBoolean();

            Optional<StoredBatch> ours = CompactedBatch.of(
                    batch,
                    (offset, key, hasValue) -> !kept.contains(offset)
                            ? RecordRetention.DROP
                            : hasValue ? RecordRetention.KEEP : RecordRetention.KEEP_UNTIL_HORIZON,
                    HORIZON);

            MemoryRecords kafkas = kafkas(batch, kept, tombstones);
            assertThat(ours.isPresent()).isEqualTo(kafkas.sizeInBytes() > 0);
            if (ours.isPresent()) {
                StoredBatch theirs = StoredBatch.at(BASE, Bytes.copyOf(kafkas.buffer()));
                assertThat(ours.get().records()).isEqualTo(theirs.records());
                assertThat(ours.get().maxTimestampMs()).isEqualTo(theirs.maxTimestampMs());
                assertThat(ours.get().deleteHorizonMs()).isEqualTo(theirs.deleteHorizonMs());
                if (codec == Codec.UNCOMPRESSED) {
                    assertThat(ours.get().stamped()).isEqualTo(theirs.stamped());
                }
            }
        }
    }

    private static MemoryRecords kafkas(StoredBatch batch, Set<Long> kept, boolean anyNow) {
        RecordFilter filter = new RecordFilter(anyNow ? 4_000 : 1_000, anyNow ? 5_000 : 8_000) {
            @Override
            protected BatchRetentionResult checkBatchRetention(RecordBatch checked) {
                return new BatchRetentionResult(BatchRetention.DELETE_EMPTY, false);
            }

            @Override
            protected boolean shouldRetainRecord(RecordBatch checked, Record record) {
                return kept.contains(record.offset());
            }
        };
        Bytes stamped = batch.stamped();
        ByteBuffer out = ByteBuffer.allocate(1 << 16);
        MemoryRecords.readableRecords(ByteBuffer.wrap(stamped.toByteArray()))
                .filterTo(filter, out, BufferSupplier.NO_CACHING);
        return MemoryRecords.readableRecords(out.flip());
    }

    private static RecordJudge keeping(Long... offsets) {
        Set<Long> kept = Set.of(offsets);
        return (offset, key, hasValue) -> kept.contains(offset) ? RecordRetention.KEEP : RecordRetention.DROP;
    }

    /** Every third record is a tombstone, the first one is not. */
    private static StoredBatch batch(Codec codec, long... timestampsMs) {
        List<NewRecord> records = new ArrayList<>();
        IntStream.range(0, timestampsMs.length)
                .forEach(i -> records.add(new NewRecord(
                        timestampsMs[i],
                        Optional.of(Bytes.utf8("key" + i)),
                        i % 3 == 1 ? Optional.empty() : Optional.of(Bytes.utf8("value" + i)),
                        List.of(new RecordHeader("h" + i, Optional.of(Bytes.utf8("x")))))));
        return StoredBatch.at(
                BASE, BatchWriter.write(records, codec, Optional.of(new ProducerStamp(7, (short) 3, 11)), false));
    }
}
