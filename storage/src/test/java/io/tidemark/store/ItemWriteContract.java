package io.tidemark.store;

import static io.tidemark.store.Condition.absent;
import static io.tidemark.store.Condition.equal;
import static io.tidemark.store.ItemContract.applied;
import static io.tidemark.store.ItemContract.dictionary;
import static io.tidemark.store.ItemContract.item;
import static io.tidemark.store.ItemContract.list;
import static io.tidemark.store.ItemContract.refused;
import static io.tidemark.store.ItemContract.refusedByNothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Puts, deletes and gets of whole items. */
interface ItemWriteContract extends ItemContract {

    @Test
    default void anItemThatWasNeverPutIsAbsent() {
        assertThat(items().get(key("nobody"))).isEmpty();
    }

    @Test
    default void everyKindOfValueComesBackAsItWas() {
        Item item = item(Map.of(
                "lowest", Value.of(Long.MIN_VALUE),
                "highest", Value.of(Long.MAX_VALUE),
                "zero", Value.of(0),
                "name", Value.of("é € 😀 \"quoted\" \\ \n"),
                "empty text", Value.of(""),
                "bytes", Value.of(Bytes.wrap(new byte[] {0, -1, 127, -128})),
                "no bytes", Value.of(Bytes.EMPTY),
                "list", list("one", "", "one"),
                "map", dictionary(Map.of("k.1", Value.of(7), "k[2]", list("x"), "#", dictionary(Map.of()))),
                "nothing", dictionary(Map.of("list", Value.Sequence.EMPTY, "map", Value.Dictionary.EMPTY))));
        given(key("all"), item);
        assertStored(key("all"), item);
    }

    @Test
    default void anItemWithoutAttributesIsThere() {
        given(key("bare"), Item.EMPTY);
        assertStored(key("bare"), Item.EMPTY);
    }

    @Test
    default void keysAreKeptApartHoweverTheyAreCut() {
        ItemKey left = new ItemKey(partition() + "a", "b");
        ItemKey right = new ItemKey(partition(), "ab");
        given(left, item(Map.of("n", Value.of(1))));
        given(right, item(Map.of("n", Value.of(2))));
        assertStored(left, item(Map.of("n", Value.of(1))));
        assertStored(right, item(Map.of("n", Value.of(2))));
    }

    @Test
    default void putReplacesTheWholeItem() {
        given(key("i"), item(Map.of("old", Value.of(1), "both", Value.of(2))));
        given(key("i"), item(Map.of("both", Value.of(3))));
        assertStored(key("i"), item(Map.of("both", Value.of(3))));
    }

    @Test
    default void putIsRefusedUnlessItsConditionsHold() {
        Item first = item(Map.of("v", Value.of(1)));
        Item second = item(Map.of("v", Value.of(2)));
        List<Condition> free = List.of(absent(Path.of("v")));
        assertThat(items().put(key("i"), first, free)).isEqualTo(applied(first));
        assertThat(items().put(key("i"), second, free)).isEqualTo(refused(first));
        assertStored(key("i"), first);

        List<Condition> seen = List.of(equal(Path.of("v"), Value.of(1)));
        assertThat(items().put(key("i"), second, seen)).isEqualTo(applied(second));
        assertThat(items().put(key("i"), first, seen)).isEqualTo(refused(second));
        assertThat(items().put(key("other"), first, seen)).isEqualTo(refusedByNothing());
        assertThat(items().get(key("other"))).isEmpty();
    }

    @Test
    default void deleteRemovesTheItemAndOnlyIt() {
        given(key("i"), item(Map.of("v", Value.of(1))));
        given(key("j"), item(Map.of("v", Value.of(2))));
        assertThat(items().delete(key("i"), List.of())).isEqualTo(applied(Item.EMPTY));
        assertThat(items().get(key("i"))).isEmpty();
        assertStored(key("j"), item(Map.of("v", Value.of(2))));
    }

    @Test
    default void deleteOfAMissingItemIsFineWithoutConditions() {
        assertThat(items().delete(key("none"), List.of())).isEqualTo(applied(Item.EMPTY));
        assertThat(items().delete(key("none"), List.of(absent(Path.of("v"))))).isEqualTo(applied(Item.EMPTY));
        assertThat(items().get(key("none"))).isEmpty();
    }

    @Test
    default void deleteIsRefusedUnlessItsConditionsHold() {
        Item item = item(Map.of("rev", Value.of("a")));
        given(key("i"), item);
        assertThat(items().delete(key("i"), List.of(equal(Path.of("rev"), Value.of("b")))))
                .isEqualTo(refused(item));
        assertStored(key("i"), item);
        assertThat(items().delete(key("none"), List.of(equal(Path.of("rev"), Value.of("a")))))
                .isEqualTo(refusedByNothing());
        assertThat(items().delete(key("i"), List.of(equal(Path.of("rev"), Value.of("a")))))
                .isEqualTo(applied(Item.EMPTY));
        assertThat(items().get(key("i"))).isEmpty();
    }

    @Test
    default void anItemMayBeAlmost400KbLargeAndNoLarger() {
        int overhead = 1024;
        Value fits = Value.of(Bytes.wrap(new byte[ItemSize.MAX_ITEM_BYTES - overhead]));
        Value tooLarge = Value.of(Bytes.wrap(new byte[ItemSize.MAX_ITEM_BYTES]));
        Item large = item(Map.of("b", fits));
        given(key("large"), large);
        assertStored(key("large"), large);
        assertThatThrownBy(() -> items().put(key("large"), item(Map.of("b", tooLarge)), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        Update growth = Update.builder()
                .set(Path.of("c"), Value.of(Bytes.wrap(new byte[overhead])))
                .build();
        assertThatThrownBy(() -> items().update(key("large"), growth)).isInstanceOf(IllegalArgumentException.class);
        assertStored(key("large"), large);
    }
}
