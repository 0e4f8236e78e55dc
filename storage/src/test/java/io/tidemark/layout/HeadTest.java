package io.tidemark.layout;

import static io.tidemark.layout.BatchReferenceTest.LARGE;
import static io.tidemark.layout.BatchReferenceTest.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.BatchReference.Kind;
import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HeadTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final BatchReference TIMELESS = new BatchReference(LARGE.object(), 7, Kind.PLAIN, 20_300, 70, 1, -1);
    private static final ProducerState ONE_BATCH =
            new ProducerState((short) 3, 2, 28_333_333, List.of(new Batch(2, 1_043)));
    private static final ProducerState THREE_BATCHES = new ProducerState(
            (short) 0,
            Integer.MAX_VALUE,
            28_333_334,
            List.of(new Batch(7, 1_005), new Batch(5, 1_000), new Batch(300, 700)));
    private static final Head HEAD = new Head(
            new Head.Offsets(40, 1_045, 42, 41, 39),
            List.of(SMALL, LARGE, TIMELESS),
            new Head.SealedMax(1_699_999_999_999L, 2, 38),
            1_700_000_000_001L,
            123_456,
            Map.of(5L, ONE_BATCH, 900L, THREE_BATCHES),
            Map.of(),
            Transactions.NONE);
    private static final GoldenItem GOLDEN = GoldenItem.read("head.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(Head.key(PARTITION), HEAD.encode())).isEqualTo(GOLDEN);
        assertThat(Head.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(HEAD);
    }

    @Test
    void aNewHeadIsEmptyAndItsIndexIsInUse() {
        GoldenItem golden = GoldenItem.read("head-new.txt");
        Head empty = Head.empty(1_700_000_000_123L);

        assertThat(new GoldenItem(Head.key(PARTITION), empty.encode())).isEqualTo(golden);
        assertThat(Head.decode(golden.key(), golden.item())).isEqualTo(empty);
        assertThat(empty.maxTimestampMs()).isEqualTo(-1);
    }

    @Test
    void placesItsTailWhereTheSealedBatchesEnd() {
        assertThat(HEAD.placedTail())
                .containsExactly(
                        new PlacedReference(42, SMALL),
                        new PlacedReference(43, LARGE),
                        new PlacedReference(1_043, TIMELESS));
    }

    @Test
    void maximumTimestampCoversTailAndSealedBatches() {
        assertThat(HEAD.maxTimestampMs()).isEqualTo(1_700_000_005_456L);
        assertThat(Head.decode(GOLDEN.key(), GOLDEN.with("maxTs", Value.of(1_800_000_000_000L)))
                        .maxTimestampMs())
                .isEqualTo(1_800_000_000_000L);
    }

    @Test
    void producersAreKnownById() {
        assertThat(HEAD.knownProducer(900)).contains(THREE_BATCHES);
        assertThat(HEAD.knownProducer(901)).isEmpty();
        assertThat(Head.producer(900)).isEqualTo(Path.of("px", "900"));
        assertThat(Head.producerOffset(900)).isEqualTo(Path.of("po", "900"));
        assertThat(Head.closedAttempt(LARGE)).isEqualTo(Path.of("once", "01hf7yate8yvvzhyftzfyfvzqz-3"));
    }

    @Test
    void aProducerOfWhomOnlyTheEpochIsKnownNeedsNoOffset() {
        Item item = GOLDEN.with("px", new Value.Dictionary(Map.of("6", Value.of(GoldenItem.bytes("040095aac10d")))));

        assertThat(Head.decode(GOLDEN.key(), item).producers())
                .isEqualTo(Map.of(6L, new ProducerState((short) 4, 0, 28_333_333, List.of())));
    }

    @Test
    void closedAttemptsAreKeptWithTheirTimes() {
        Item item = GOLDEN.with("once", new Value.Dictionary(Map.of("01hf7yate8yvvzhyftzfyfvzqz-3", Value.of(77))));
        Head head = Head.decode(GOLDEN.key(), item);

        assertThat(head.closedAttempts()).isEqualTo(Map.of(LARGE.attemptName(), 77L));
        assertThat(head.encode()).isEqualTo(item);
        assertUnreadable(GOLDEN.with("once", new Value.Dictionary(Map.of("x", Value.of("text")))), "once");
    }

    @Test
    void aNewerLayoutIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> Head.decode(GOLDEN.key(), GOLDEN.with("v", Value.of(2))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("head of P#0f8fad5b-d9cb-469f-a165-70867728950e#17 has layout version 2")
                .hasMessageContaining("Run the release that wrote it");
    }

    @Test
    void missingAndMistypedAttributesAreUnreadable() {
        for (String attribute : List.of(
                "v", "low", "high", "sealed", "merged", "cleaned", "tail", "maxTs", "index", "since", "floor", "bytes",
                "px", "po", "once", "tx", "ab")) {
            assertUnreadable(GOLDEN.without(attribute), attribute);
            assertUnreadable(GOLDEN.with(attribute, Value.of("text")), attribute);
        }
    }

    @Test
    void damagedListsAndProducersAreUnreadable() {
        assertUnreadable(GOLDEN.with("tail", new Value.Sequence(List.of(Value.of(5)))), "tail");
        assertUnreadable(GOLDEN.with("px", producer(Value.of(5))), "px");
        assertUnreadable(GOLDEN.with("px", producer(blob("0302"))), "px.900");
        assertUnreadable(GOLDEN.with("px", producer(blob("030295aac10d02e8"))), "px.900");
        assertUnreadable(GOLDEN.with("px", producer(blob("80800295aac10d0d02"))), "px.900");
        assertUnreadable(GOLDEN.with("px", producer(blob("000001" + "01".repeat(11)))), "px.900");
        assertUnreadable(GOLDEN.with("px", new Value.Dictionary(Map.of("x", blob("030295aac10d02")))), "px.x");
        assertUnreadable(GOLDEN.with("po", Value.Dictionary.EMPTY), "px");
    }

    @Test
    void aTailThatDoesNotReachFromSealedToHighIsUnreadable() {
        assertUnreadable(GOLDEN.with("high", Value.of(1_046)), "tail");
        assertUnreadable(GOLDEN.with("sealed", Value.of(41)), "tail");
        assertUnreadable(GOLDEN.with("tail", Value.Sequence.EMPTY), "tail");
    }

    private static Value producer(Value state) {
        return new Value.Dictionary(Map.of("900", state));
    }

    private static Value blob(String hex) {
        Bytes bytes = GoldenItem.bytes(hex);
        return Value.of(bytes);
    }

    private static void assertUnreadable(Item item, String attribute) {
        assertThatThrownBy(() -> Head.decode(GOLDEN.key(), item))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("attribute " + attribute);
    }
}
