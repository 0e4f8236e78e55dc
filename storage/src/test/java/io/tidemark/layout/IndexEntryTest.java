package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemRange.Direction;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IndexEntryTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final IndexEntry ENTRY = new IndexEntry(1_700_000_005_456L, 43, -1, 40);
    private static final GoldenItem GOLDEN = GoldenItem.read("index-entry.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(IndexEntry.key(PARTITION, 3, ENTRY.timestampMs()), ENTRY.encode()))
                .isEqualTo(GOLDEN);
        assertThat(IndexEntry.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(ENTRY);
    }

    @Test
    void boundsASearchThatSeeksMoreThanThePreviousMaximumFromWhereItSpeaks() {
        IndexEntry entry = new IndexEntry(1_000, 70, 500, 20);

        assertThat(entry.bounds(500, 30)).isFalse();
        assertThat(entry.bounds(501, 30)).isTrue();
        assertThat(entry.bounds(501, 20)).isTrue();
        assertThat(entry.bounds(501, 19)).isFalse();
    }

    @Test
    void rangeBeginsAtTheTimestampAndStaysWithinTheVersion() {
        ItemRange range = IndexEntry.atOrAbove(PARTITION, 3, 1_000);

        assertThat(range.direction()).isEqualTo(Direction.ASCENDING);
        assertThat(range.limit()).isEqualTo(1);
        assertThat(sort(3, 1_000)).isBetween(range.from(), range.to());
        assertThat(sort(3, Long.MAX_VALUE)).isBetween(range.from(), range.to());
        assertThat(List.of(sort(3, 999), sort(2, 1_000), sort(4, 1_000), sort(30, 1_000), sort(31, 5)))
                .noneMatch(other -> other.compareTo(range.from()) >= 0 && other.compareTo(range.to()) <= 0);
        assertThatThrownBy(() -> sort(3, -1)).hasMessageContaining("-1");
    }

    @Test
    void rangeDownBeginsAtTheTimestampAndStaysWithinTheVersion() {
        ItemRange range = IndexEntry.atOrBelow(PARTITION, 3, 1_000, 7);

        assertThat(range.direction()).isEqualTo(Direction.DESCENDING);
        assertThat(range.limit()).isEqualTo(7);
        assertThat(List.of(sort(3, 0), sort(3, 1_000))).allMatch(sort -> isIn(range, sort));
        assertThat(List.of(sort(3, 1_001), sort(2, 1_000), sort(4, 0), sort(30, 5)))
                .noneMatch(sort -> isIn(range, sort));
    }

    @Test
    void rangesOfOtherVersionsHoldThoseAndNothingElse() {
        List<ItemRange> ranges = IndexEntry.ofOtherVersions(PARTITION, 10, 7);

        for (long other : List.of(0L, 1L, 2L, 9L, 11L, 19L, 100L, 101L, 1_000L, Long.MAX_VALUE)) {
            for (long timestampMs : List.of(0L, 1_000L, Long.MAX_VALUE)) {
                assertThat(ranges)
                        .as("version %d", other)
                        .filteredOn(range -> isIn(range, sort(other, timestampMs)))
                        .hasSize(1);
            }
        }
        for (String sort : List.of(sort(10, 0), sort(10, Long.MAX_VALUE), "H", "B#1", "S#1", "A#1", "J1#1")) {
            assertThat(ranges).noneMatch(range -> isIn(range, sort));
        }
    }

    @Test
    void aKeyTellsItsVersion() {
        for (long version : List.of(0L, 3L, 10L, Long.MAX_VALUE)) {
            assertThat(IndexEntry.version(IndexEntry.key(PARTITION, version, 1_000)))
                    .isEqualTo(version);
        }
    }

    @Test
    void aNewerLayoutAndDamageAreUnreadable() {
        assertThatThrownBy(() -> IndexEntry.decode(GOLDEN.key(), GOLDEN.with("v", Value.of(2))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("layout version 2");
        for (String attribute : List.of("v", "offset", "prev", "since")) {
            assertThatThrownBy(() -> IndexEntry.decode(GOLDEN.key(), GOLDEN.without(attribute)))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining(attribute + " is missing");
            assertThatThrownBy(() -> IndexEntry.decode(GOLDEN.key(), GOLDEN.with(attribute, Value.of("x"))))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining(attribute + " is not a number");
        }
    }

    private static boolean isIn(ItemRange range, String sort) {
        return sort.compareTo(range.from()) >= 0 && sort.compareTo(range.to()) <= 0;
    }

    private static String sort(long version, long timestampMs) {
        return IndexEntry.key(PARTITION, version, timestampMs).sort();
    }
}
