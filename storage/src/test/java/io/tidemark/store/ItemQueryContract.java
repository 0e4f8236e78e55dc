package io.tidemark.store;

import static io.tidemark.store.ItemContract.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Queries: ranges, both directions, pages. */
interface ItemQueryContract extends ItemContract {

    @Test
    default void aRangeHoldsBothItsEndsInEitherDirection() {
        givenSorts("a1", "a2", "a3", "a4", "a5");
        assertThat(sorts(ItemRange.ascending(partition(), "a2", "a4", 9))).containsExactly("a2", "a3", "a4");
        assertThat(sorts(ItemRange.descending(partition(), "a2", "a4", 9))).containsExactly("a4", "a3", "a2");
        assertThat(sorts(ItemRange.ascending(partition(), "a3", "a3", 9))).containsExactly("a3");
        assertThat(sorts(ItemRange.ascending(partition(), "a20", "a30", 9))).containsExactly("a3");
        assertThat(sorts(ItemRange.descending(partition(), "a", "a9", 9)))
                .containsExactly("a5", "a4", "a3", "a2", "a1");
    }

    @Test
    default void anEmptyRangeHasNoItemsAndNoNextPage() {
        givenSorts("a1", "a5");
        for (ItemRange range : List.of(
                ItemRange.ascending(partition(), "a2", "a4", 9),
                ItemRange.descending(partition(), "a2", "a4", 9),
                ItemRange.ascending(partition(), "a5", "a1", 9),
                ItemRange.descending(partition(), "a5", "a1", 9),
                ItemRange.ascending(partition() + "#none", "a1", "a5", 9))) {
            assertThat(sorts(range)).as("%s", range).isEmpty();
        }
    }

    @Test
    default void aQueryKeepsToItsPartitionKey() {
        givenSorts("a1");
        given(new ItemKey(partition() + "#", "a1"), item(Map.of("n", Value.of(2))));
        given(new ItemKey(partition() + "0", "a0"), item(Map.of("n", Value.of(3))));
        assertThat(items().query(ItemRange.ascending(partition(), "a", "b", 9)).entries())
                .containsExactly(new ItemPage.Entry(key("a1"), item(Map.of("sort", Value.of("a1")))));
    }

    @Test
    default void sortKeysStandInTheOrderOfTheirUtf8Bytes() {
        List<String> ordered = List.of("-", "0", "10", "9", "Z", "a", "aa", "b", "é", "\uE000", "\uFFFD", "😀");
        givenSorts(ordered.toArray(new String[0]));
        assertThat(sorts(ItemRange.ascending(partition(), "!", "😀", 50))).containsExactlyElementsOf(ordered);
        assertThat(sorts(ItemRange.descending(partition(), "\uE000", "😀", 50)))
                .containsExactly("😀", "\uFFFD", "\uE000");
    }

    @Test
    default void pagesFollowEachOtherWithoutGapOrRepetition() {
        List<String> ordered = new ArrayList<>();
        for (int i = 10; i < 27; i++) {
            ordered.add("s" + i);
        }
        givenSorts(ordered.toArray(new String[0]));
        List<String> reversed = new ArrayList<>(ordered);
        Collections.reverse(reversed);
        for (int limit : List.of(1, 4, 16, 17, 18)) {
            assertThat(sorts(ItemRange.ascending(partition(), "s10", "s26", limit)))
                    .containsExactlyElementsOf(ordered);
            assertThat(sorts(ItemRange.descending(partition(), "s10", "s26", limit)))
                    .containsExactlyElementsOf(reversed);
        }
    }

    @Test
    default void aPageHoldsNoMoreThanItsLimit() {
        givenSorts("a1", "a2", "a3");
        ItemPage page = items().query(ItemRange.ascending(partition(), "a1", "a3", 2));
        assertThat(page.entries()).extracting(entry -> entry.key().sort()).containsExactly("a1", "a2");
        assertThat(page.next()).isPresent();
    }

    @Test
    default void aPageContinuesBehindAnItemThatIsGone() {
        givenSorts("a1", "a2", "a3", "a4");
        ItemRange range = ItemRange.ascending(partition(), "a1", "a4", 9);
        items().delete(key("a2"), List.of());
        assertThat(sorts(range.continuedAfter("a2"))).containsExactly("a3", "a4");
        assertThat(sorts(range.continuedAfter("a3"))).containsExactly("a4");
        assertThat(sorts(range.continuedAfter("a4"))).isEmpty();
        assertThat(sorts(ItemRange.descending(partition(), "a1", "a4", 9).continuedAfter("a2")))
                .containsExactly("a1");
    }

    @Test
    default void aPageOfLargeItemsEndsBeforeItsLimit() {
        int count = 7;
        int large = 200 * 1024;
        List<String> ordered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ordered.add("l" + i);
            given(key("l" + i), item(Map.of("b", Value.of(Bytes.wrap(new byte[large])))));
        }
        ItemRange range = ItemRange.ascending(partition(), "l0", "l9", count);
        ItemPage first = items().query(range);
        assertThat(first.entries()).hasSizeLessThanOrEqualTo(ItemSize.MAX_PAGE_BYTES / large);
        assertThat(first.next()).isPresent();
        assertThat(sorts(range)).containsExactlyElementsOf(ordered);
    }

    @Test
    default void aQuerySeesEveryWriteThatWasAcknowledged() {
        ItemRange range = ItemRange.ascending(partition(), "a", "b", 9);
        for (int i = 0; i < 9; i++) {
            given(key("a" + i), item(Map.of("n", Value.of(i))));
            assertThat(items().query(range).entries()).hasSize(i + 1);
        }
        items().delete(key("a4"), List.of());
        assertThat(sorts(range)).hasSize(8).doesNotContain("a4");
    }

    private void givenSorts(String... sorts) {
        for (String sort : sorts) {
            given(key(sort), item(Map.of("sort", Value.of(sort))));
        }
    }

    /** The sort keys of all pages. */
    private List<String> sorts(ItemRange range) {
        List<String> sorts = new ArrayList<>();
        Optional<ItemRange> next = Optional.of(range);
        while (next.isPresent()) {
            ItemPage page = items().query(next.get());
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(range.limit());
            page.entries().forEach(entry -> {
                assertThat(entry.key().partition()).isEqualTo(partition());
                sorts.add(entry.key().sort());
            });
            next = page.next();
        }
        return sorts;
    }
}
