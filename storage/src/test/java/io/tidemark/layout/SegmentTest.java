package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.Segment.Block;
import io.tidemark.record.Bytes;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegmentTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final ObjectId OBJECT = new ObjectId(GoldenItem.bytes("018bcfe5687b0102030405060708090a"));
    private static final Block FIRST = new Block(42, 0, 1_700_000_005_456L);
    private static final Segment SEGMENT =
            new Segment(40, 1_045, OBJECT, 300_000, 1_700_000_000_456L, List.of(FIRST, new Block(700, 262_200, -1)));
    private static final GoldenItem GOLDEN = GoldenItem.read("segment.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(Segment.key(PARTITION, 40), SEGMENT.encode())).isEqualTo(GOLDEN);
        assertThat(Segment.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(SEGMENT);
    }

    @Test
    void timestampsAtTheEndsOfTheirRangeAreKept() {
        Segment extreme = new Segment(
                0,
                9,
                OBJECT,
                30,
                1,
                List.of(new Block(0, 0, Long.MAX_VALUE), new Block(5, 10, -1), new Block(6, 20, Long.MAX_VALUE)));

        assertThat(Segment.decode(Segment.key(PARTITION, 0), extreme.encode())).isEqualTo(extreme);
        assertThat(extreme.maxTimestampMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theObjectsKeyNamesTheFirstBatchAndGivesTheIdBack() {
        String key = SEGMENT.objectKey(PARTITION);

        assertThat(key)
                .isEqualTo("segments/0f8fad5b-d9cb-469f-a165-70867728950e/17/" + OBJECT.ulid()
                        + "/00000000000000000042.log");
        assertThat(Segment.objectOfKey(key)).contains(OBJECT);
        assertThat(Segment.objectOfKey("data/" + OBJECT.ulid())).isEmpty();
    }

    @Test
    void oneThatNoPositionCanTellOfIsNotMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Segment(0, 9, OBJECT, 1, 1, List.of(new Block(0, 0, 1), new Block(5, -1, 1))))
                .withMessageContaining("larger than a position can tell");
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment(0, 9, OBJECT, -1, 1, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment(10, 9, OBJECT, 1, 1, List.of()));
    }

    @Test
    void damagedBlocksAreUnreadable() {
        for (String blocks :
                List.of("02", "0200ffffffffffffffffffff01", "000000" + "01ffffffff0700" + "01ffffffff0700")) {
            assertThatThrownBy(() ->
                            Segment.decode(GOLDEN.key(), GOLDEN.with("blocks", Value.of(GoldenItem.bytes(blocks)))))
                    .as(blocks)
                    .isInstanceOf(UnreadableItemException.class);
        }
        assertThatThrownBy(() -> Segment.decode(GOLDEN.key(), GOLDEN.with("last", Value.of(39))))
                .isInstanceOf(UnreadableItemException.class);
        assertThatThrownBy(() -> Segment.decode(GOLDEN.key(), GOLDEN.with("object", Value.of(Bytes.utf8("short")))))
                .isInstanceOf(UnreadableItemException.class);
    }
}
