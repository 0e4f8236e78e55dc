package io.tidemark.layout;

import static io.tidemark.layout.BatchReferenceTest.LARGE;
import static io.tidemark.layout.BatchReferenceTest.SMALL;
import static io.tidemark.layout.BatchReferenceTest.TIMELESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemRange.Direction;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PageTest {
    private static final PartitionId PARTITION =
            new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), 17);
    private static final Page PAGE = new Page(42, List.of(SMALL, LARGE, TIMELESS));
    private static final GoldenItem GOLDEN = GoldenItem.read("page.txt");

    @Test
    void encodesToTheGoldenItemAndBack() {
        assertThat(new GoldenItem(Page.key(PARTITION, 42), PAGE.encode())).isEqualTo(GOLDEN);
        assertThat(Page.decode(GOLDEN.key(), GOLDEN.item())).isEqualTo(PAGE);
    }

    @Test
    void referencesFollowEachOtherFromTheBaseOffsetOn() {
        assertThat(PAGE.placed())
                .containsExactly(
                        new PlacedReference(42, SMALL),
                        new PlacedReference(43, LARGE),
                        new PlacedReference(1_043, TIMELESS));
        assertThat(PAGE.placed().stream().map(PlacedReference::lastOffset)).containsExactly(42L, 1_042L, 1_045L);
        assertThat(PAGE.lastOffset()).isEqualTo(1_045);
    }

    @Test
    void aPageTakesOneToItsMostReferences() {
        assertThat(new Page(0, Collections.nCopies(128, SMALL)).lastOffset()).isEqualTo(127);
        assertThatThrownBy(() -> new Page(0, Collections.nCopies(129, SMALL))).hasMessageContaining("129");
        assertThatThrownBy(() -> new Page(0, List.of())).hasMessageContaining("0 references");
    }

    @Test
    void rangesFindThePagesAroundAnOffset() {
        String own = Page.key(PARTITION, 42).sort();
        String next = Page.key(PARTITION, 43).sort();
        ItemRange below = Page.atOrBelow(PARTITION, 42);
        ItemRange between = Page.between(PARTITION, 42, 43, 5);

        assertThat(below.direction()).isEqualTo(Direction.DESCENDING);
        assertThat(own).isBetween(below.from(), below.to());
        assertThat(next).isGreaterThan(below.to());
        assertThat(own).isBetween(between.from(), between.to());
        assertThat(next).isGreaterThan(between.to());
        assertThat(Page.below(PARTITION, 43, 5).to()).isEqualTo(own);
        assertThat(Page.key(PARTITION, Long.MAX_VALUE).sort())
                .isGreaterThan(Page.key(PARTITION, 9).sort());
    }

    @Test
    void aNewerLayoutIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> Page.decode(GOLDEN.key(), GOLDEN.with("v", Value.of(2))))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("page B#00000000000000000042 of P#0f8fad5b-d9cb-469f-a165-70867728950e#17")
                .hasMessageContaining("layout version 2")
                .hasMessageContaining("Run the release that wrote it");
    }

    @Test
    void damageIsUnreadable() {
        Bytes tooMany = BatchReference.packAll(Collections.nCopies(129, SMALL));
        List<Item> damaged = List.of(
                GOLDEN.without("v"),
                GOLDEN.without("refs"),
                GOLDEN.without("last"),
                GOLDEN.with("v", Value.of(0)),
                GOLDEN.with("v", Value.of("1")),
                GOLDEN.with("last", Value.of(1_044)),
                GOLDEN.with("refs", Value.of("text")),
                GOLDEN.with("refs", Value.of(Bytes.EMPTY)),
                GOLDEN.with("refs", Value.of(SMALL.packed())),
                new GoldenItem(GOLDEN.key(), GOLDEN.with("refs", Value.of(tooMany))).with("last", Value.of(42 + 128)));

        for (Item item : damaged) {
            assertThatThrownBy(() -> Page.decode(GOLDEN.key(), item))
                    .as(item.toString())
                    .isInstanceOf(UnreadableItemException.class);
        }
    }
}
