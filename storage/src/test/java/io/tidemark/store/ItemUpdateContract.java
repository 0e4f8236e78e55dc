package io.tidemark.store;

import static io.tidemark.store.Condition.absent;
import static io.tidemark.store.Condition.equal;
import static io.tidemark.store.ItemContract.applied;
import static io.tidemark.store.ItemContract.dictionary;
import static io.tidemark.store.ItemContract.item;
import static io.tidemark.store.ItemContract.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each action does. */
interface ItemUpdateContract extends ItemContract {
    Item HEAD = item(Map.of(
            "high", Value.of(40),
            "tail", list("r1", "r2", "r3"),
            "t", Value.of("text"),
            "po", dictionary(Map.of("a", Value.of(7)))));

    @Test
    default void anUpdateChangesOnlyWhatItNames() {
        assertUpdated(
                Update.builder().add(Path.of("high"), 2),
                item(Map.of(
                        "high", Value.of(42),
                        "tail", list("r1", "r2", "r3"),
                        "t", Value.of("text"),
                        "po", dictionary(Map.of("a", Value.of(7))))));
    }

    @Test
    default void allActionsOfAnUpdateAreAppliedTogether() {
        Update.Builder update = Update.builder()
                .when(equal(Path.of("high"), Value.of(40)))
                .add(Path.of("high"), -3)
                .append(Path.of("tail"), Bytes.utf8("r4"))
                .set(Path.of("po", "b"), Value.of("new"))
                .setFrom(Path.of("po", "a"), Path.of("high"))
                .remove(Path.of("t"))
                .set(Path.of("x"), Value.Sequence.EMPTY);
        assertUpdated(
                update,
                item(Map.of(
                        "high", Value.of(37),
                        "tail", list("r1", "r2", "r3", "r4"),
                        "po", dictionary(Map.of("a", Value.of(40), "b", Value.of("new"))),
                        "x", Value.Sequence.EMPTY)));
    }

    @Test
    default void rightHandSidesSeeTheItemAsItWas() {
        Update.Builder update = Update.builder()
                .add(Path.of("high"), 5)
                .setFrom(Path.of("base"), Path.of("high"))
                .setFrom(Path.of("po", "x"), Path.of("high"))
                .setFrom(Path.of("was"), Path.of("po", "a"))
                .set(Path.of("po", "a"), Value.of(8))
                .setFromIfAbsent(Path.of("copy"), Path.of("tail"))
                .append(Path.of("tail"), Bytes.utf8("r4"));
        assertUpdated(
                update,
                item(Map.of(
                        "high", Value.of(45),
                        "base", Value.of(40),
                        "was", Value.of(7),
                        "copy", list("r1", "r2", "r3"),
                        "tail", list("r1", "r2", "r3", "r4"),
                        "t", Value.of("text"),
                        "po", dictionary(Map.of("a", Value.of(8), "x", Value.of(40))))));
    }

    @Test
    default void setFromIfAbsentKeepsWhatIsThere() {
        given(key("i"), HEAD);
        Update update = Update.builder()
                .setFromIfAbsent(Path.of("po", "a"), Path.of("high"))
                .setFromIfAbsent(Path.of("po", "b"), Path.of("high"))
                .build();
        Value both = dictionary(Map.of("a", Value.of(7), "b", Value.of(40)));
        assertThat(items().update(key("i"), update)).isEqualTo(applied(with("po", both)));
        assertThat(items().update(key("i"), update)).isEqualTo(applied(with("po", both)));
    }

    @Test
    default void removeFirstTakesElementsFromTheFrontAndStopsAtTheEnd() {
        assertUpdated(Update.builder().removeFirst(Path.of("tail"), 1), with("tail", list("r2", "r3")));
        assertUpdated(Update.builder().removeFirst(Path.of("tail"), 2), with("tail", list("r3")));
        assertUpdated(Update.builder().removeFirst(Path.of("tail"), 3), with("tail", list()));
        assertUpdated(Update.builder().removeFirst(Path.of("tail"), 4), with("tail", list()));
    }

    @Test
    default void removeOfNothingChangesNothing() {
        assertUpdated(Update.builder().remove(Path.of("none")), HEAD);
        assertUpdated(Update.builder().remove(Path.of("po", "none")), HEAD);
        assertUpdated(Update.builder().remove(Path.of("po", "a")), with("po", Value.Dictionary.EMPTY));
    }

    @Test
    default void listsInsideADictionaryGrowAndShrink() {
        given(key("i"), item(Map.of("m", dictionary(Map.of("k 1", list("a", "b"), "other", Value.of(1))))));
        Update grow = Update.builder()
                .append(Path.of("m", "k 1"), Bytes.utf8("c"))
                .add(Path.of("m", "other"), 10)
                .build();
        assertThat(items().update(key("i"), grow))
                .isEqualTo(applied(item(
                        Map.of("m", dictionary(Map.of("k 1", list("a", "b", "c"), "other", Value.of(11)))))));
        Update shrink = Update.builder().removeFirst(Path.of("m", "k 1"), 2).build();
        assertThat(items().update(key("i"), shrink))
                .isEqualTo(applied(item(Map.of("m", dictionary(Map.of("k 1", list("c"), "other", Value.of(11)))))));
    }

    @Test
    default void anyNameIsANameAndNoSyntax() {
        List<String> names = List.of("a.b", "a[0]", "#n", ":v", "size", "and", "name", "a b", "é😀", "0");
        given(key("i"), item(Map.of("m", Value.Dictionary.EMPTY)));
        Update.Builder update = Update.builder();
        for (String name : names) {
            update.when(absent(Path.of(name))).set(Path.of(name), Value.of(1));
            update.when(absent(Path.of("m", name))).set(Path.of("m", name), Value.of(2));
        }
        assertThat(items().update(key("i"), update.build())).isInstanceOf(WriteOutcome.Applied.class);
        Item item = items().get(key("i")).orElseThrow();
        for (String name : names) {
            assertThat(item.attribute(name)).as(name).contains(Value.of(1));
        }
        assertThat(item.attribute("m"))
                .get()
                .satisfies(map -> assertThat(((Value.Dictionary) map).entries()).containsOnlyKeys(names));
    }

    @Test
    default void anUpdateThatAsksForNothingCreatesTheItem() {
        Update update = Update.builder()
                .when(absent(Path.of("v")))
                .set(Path.of("v"), Value.of(1))
                .build();
        Item created = item(Map.of("v", Value.of(1)));
        assertThat(items().update(key("new"), update)).isEqualTo(applied(created));
        assertStored(key("new"), created);
    }

    @Test
    default void anActionThatDoesNotFitIsAMistakeAndChangesNothing() {
        List<Update.Builder> misfits = List.of(
                Update.builder().add(Path.of("none"), 1),
                Update.builder().add(Path.of("t"), 1),
                Update.builder().add(Path.of("tail"), 1),
                Update.builder().add(Path.of("po", "none"), 1),
                Update.builder().append(Path.of("none"), Bytes.utf8("x")),
                Update.builder().append(Path.of("high"), Bytes.utf8("x")),
                Update.builder().removeFirst(Path.of("none"), 1),
                Update.builder().setFrom(Path.of("x"), Path.of("none")),
                Update.builder().setFrom(Path.of("x"), Path.of("po", "none")),
                Update.builder().setFromIfAbsent(Path.of("x"), Path.of("none")),
                Update.builder().set(Path.of("none", "x"), Value.of(1)),
                Update.builder().set(Path.of("high", "x"), Value.of(1)),
                Update.builder().setFrom(Path.of("none", "x"), Path.of("high")),
                Update.builder().setFromIfAbsent(Path.of("none", "x"), Path.of("high")),
                Update.builder().remove(Path.of("none", "x")),
                Update.builder().set(Path.of("fits"), Value.of(1)).add(Path.of("none"), 1));
        given(key("i"), HEAD);
        for (Update.Builder misfit : misfits) {
            Update update = misfit.build();
            assertThatThrownBy(() -> items().update(key("i"), update))
                    .as("%s", update.actions())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertStored(key("i"), HEAD);
    }

    private void assertUpdated(Update.Builder update, Item expected) {
        given(key("i"), HEAD);
        assertThat(items().update(key("i"), update.build())).isEqualTo(applied(expected));
        assertStored(key("i"), expected);
    }

    private static Item with(String attribute, Value value) {
        Map<String, Value> attributes = new HashMap<>(HEAD.attributes());
        attributes.put(attribute, value);
        return item(attributes);
    }
}
