package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.BatchReference.Kind;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.record.TimestampType;
import io.tidemark.record.TransactionMarker;
import io.tidemark.record.TransactionResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BatchReferenceTest {
    static final BatchReference SMALL = new BatchReference(
            new ObjectId(GoldenItem.bytes("018bcfe5687b0102030405060708090a")),
            0,
            Kind.PLAIN,
            0,
            71,
            0,
            1_700_000_000_100L);

    static final BatchReference LARGE = new BatchReference(
            new ObjectId(GoldenItem.bytes("018bcfe569c8f6f7f8f9fafbfcfdfeff")),
            3,
            Kind.TRANSACTIONAL,
            300,
            20_000,
            999,
            1_700_000_005_456L);

    static final BatchReference TIMELESS = new BatchReference(LARGE.object(), 7, Kind.PLAIN, 20_300, 70, 2, -1);

    @Test
    void packsToTheGoldenBytes() {
        List<Bytes> golden =
                GoldenItem.text("reference.txt").lines().map(GoldenItem::bytes).toList();

        assertThat(List.of(SMALL.packed(), LARGE.packed(), TIMELESS.packed())).isEqualTo(golden);
        assertThat(golden.stream().map(BatchReference::unpack)).containsExactly(SMALL, LARGE, TIMELESS);
    }

    @Test
    void markersPackToTheGoldenBytesAndHaveNoObject() {
        List<Bytes> golden =
                GoldenItem.text("markers.txt").lines().map(GoldenItem::bytes).toList();
        ProducerEpoch transaction = new ProducerEpoch(0x0102030405060708L, (short) 0x090a);
        List<BatchReference> markers = new ArrayList<>();
        for (TimestampType type : TimestampType.values()) {
            for (TransactionResult result : TransactionResult.values()) {
                BatchReference reference = BatchReference.marker(transaction, result, type, 1_700_000_000_123L);
                markers.add(reference);
                assertThat(reference.endedTransaction()).contains(transaction);
                assertThat(reference.marker())
                        .contains(new TransactionMarker(
                                0x0102030405060708L, (short) 0x090b, result, type, 1_700_000_000_123L));
                assertThat(reference.object().timeMs()).isEqualTo(1_700_000_000_123L);
                assertThat(reference.kind().isAbort()).isEqualTo(result == TransactionResult.ABORT);
                assertThat(reference.marker().map(TransactionMarker::bytes).map(Bytes::size))
                        .contains(reference.sizeBytes());
            }
        }
        assertThat(markers.stream().map(BatchReference::packed)).isEqualTo(golden);
        assertThat(golden.stream().map(BatchReference::unpack)).isEqualTo(markers);
        assertThat(LARGE.marker()).isEmpty();
    }

    @Test
    void severalStandBackToBack() {
        Bytes packed = BatchReference.packAll(List.of(TIMELESS, SMALL, LARGE));

        assertThat(packed).isEqualTo(Bytes.concat(List.of(TIMELESS.packed(), SMALL.packed(), LARGE.packed())));
        assertThat(BatchReference.unpackAll(packed)).containsExactly(TIMELESS, SMALL, LARGE);
        assertThat(BatchReference.unpackAll(Bytes.EMPTY)).isEmpty();
        assertThatThrownBy(() -> BatchReference.unpack(packed)).isInstanceOf(UnreadableItemException.class);
    }

    @Test
    void everyReferenceReadsBackAsItWasPacked() {
        Random random = new Random(19);
        for (int i = 0; i < 5_000; i++) {
            BatchReference reference = new BatchReference(
                    ObjectId.create(Instant.ofEpochMilli(random.nextLong() >>> 16), random),
                    random.nextInt(8),
                    random.nextBoolean() ? Kind.PLAIN : Kind.TRANSACTIONAL,
                    random.nextInt() >>> (1 + random.nextInt(30)),
                    1 + (random.nextInt() >>> (2 + random.nextInt(30))),
                    random.nextInt() >>> (1 + random.nextInt(30)),
                    random.nextLong() >> random.nextInt(63));

            assertThat(BatchReference.unpack(reference.packed())).isEqualTo(reference);
        }
    }

    @Test
    void usualReferencesTakeAtMostThirtyBytes() {
        ObjectId id = ObjectId.create(Instant.ofEpochMilli(1_790_000_000_000L), new Random(1));
        BatchReference aMebibyteOfTenThousandRecordsMadeAnHourAgo =
                new BatchReference(id, 0, Kind.PLAIN, 0, 1 << 20, 9_999, id.timeMs() - 3_600_000);

        assertThat(aMebibyteOfTenThousandRecordsMadeAnHourAgo.packed().size()).isLessThanOrEqualTo(30);
    }

    @Test
    void largestReferenceTakesTheNamedMaximum() {
        ObjectId newest = new ObjectId(GoldenItem.bytes("ffffffffffff00000000000000000000"));
        BatchReference largest = new BatchReference(
                newest,
                BatchReference.MAX_ATTEMPT,
                Kind.TRANSACTIONAL,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE);

        assertThat(largest.packed().size()).isEqualTo(BatchReference.MAX_PACKED_SIZE_BYTES);
        assertThat(BatchReference.unpack(largest.packed())).isEqualTo(largest);
    }

    @Test
    void limitsHoldAtTheirEdges() {
        assertThat(changed(7, 0, 1, 0).attempt()).isEqualTo(7);
        assertThatThrownBy(() -> changed(8, 0, 1, 0)).hasMessageContaining("attempt 8");
        assertThatThrownBy(() -> changed(-1, 0, 1, 0)).hasMessageContaining("attempt -1");
        assertThatThrownBy(() -> changed(0, -1, 1, 0)).hasMessageContaining("position -1");
        assertThatThrownBy(() -> changed(0, 0, 0, 0)).hasMessageContaining("size 0");
        assertThatThrownBy(() -> changed(0, 0, 1, -1)).hasMessageContaining("last offset delta -1");
    }

    @Test
    void whatIsCutOrUnknownIsUnreadable() {
        Bytes packed = LARGE.packed();
        List<Bytes> damaged = new ArrayList<>();
        for (int size = 1; size < packed.size(); size++) {
            damaged.add(packed.slice(0, size));
        }
        damaged.add(Bytes.concat(List.of(packed.slice(0, 16), GoldenItem.bytes("30"), packed.slice(17, 9))));
        damaged.add(Bytes.concat(List.of(packed, GoldenItem.bytes("00"))));
        damaged.add(Bytes.concat(List.of(packed.slice(0, 17), GoldenItem.bytes("00000000"))));

        for (Bytes bytes : damaged) {
            assertThatThrownBy(() -> BatchReference.unpackAll(bytes))
                    .as(bytes.toString())
                    .isInstanceOf(UnreadableItemException.class);
        }
    }

    @Test
    void attemptsOfOneBatchHaveDifferentNames() {
        assertThat(LARGE.attemptName()).isEqualTo("01hf7yate8yvvzhyftzfyfvzqz-3");
        assertThat(TIMELESS.attemptName()).isEqualTo("01hf7yate8yvvzhyftzfyfvzqz-7");
    }

    private static BatchReference changed(int attempt, int position, int sizeBytes, int lastOffsetDelta) {
        return new BatchReference(LARGE.object(), attempt, Kind.PLAIN, position, sizeBytes, lastOffsetDelta, 5);
    }
}
