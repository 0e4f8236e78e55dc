package io.tidemark.store;

import static io.tidemark.store.Condition.absent;
import static io.tidemark.store.Condition.atMost;
import static io.tidemark.store.Condition.equal;
import static io.tidemark.store.Condition.listLacks;
import static io.tidemark.store.Condition.listShorterThan;
import static io.tidemark.store.ItemContract.dictionary;
import static io.tidemark.store.ItemContract.item;
import static io.tidemark.store.ItemContract.list;
import static io.tidemark.store.ItemContract.refused;
import static io.tidemark.store.ItemContract.refusedByNothing;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When each condition holds. */
interface ItemConditionContract extends ItemContract {
    Item SAMPLE = item(Map.of(
            "n", Value.of(5),
            "t", Value.of("text"),
            "b", Value.of(Bytes.utf8("ab")),
            "l", list("ab", "cd", "ab"),
            "m", dictionary(Map.of("k", Value.of(3), "k.x", list("ab")))));

    List<Condition> TRUE_FOR_SAMPLE = List.of(
            absent(Path.of("none")),
            absent(Path.of("m", "none")),
            absent(Path.of("none", "k")),
            absent(Path.of("n", "k")),
            equal(Path.of("n"), Value.of(5)),
            equal(Path.of("t"), Value.of("text")),
            equal(Path.of("b"), Value.of(Bytes.utf8("ab"))),
            equal(Path.of("l"), list("ab", "cd", "ab")),
            equal(Path.of("m", "k"), Value.of(3)),
            equal(Path.of("m", "k.x"), list("ab")),
            equal(Path.of("m"), dictionary(Map.of("k.x", list("ab"), "k", Value.of(3)))),
            atMost(Path.of("n"), 5),
            atMost(Path.of("n"), 6),
            atMost(Path.of("m", "k"), 3),
            listShorterThan(Path.of("l"), 4),
            listShorterThan(Path.of("m", "k.x"), 2),
            listLacks(Path.of("l"), Bytes.utf8("a")),
            listLacks(Path.of("l"), Bytes.utf8("abcd")),
            listLacks(Path.of("m", "k.x"), Bytes.utf8("cd")));

    List<Condition> FALSE_FOR_SAMPLE = List.of(
            absent(Path.of("n")),
            absent(Path.of("m")),
            absent(Path.of("m", "k")),
            equal(Path.of("n"), Value.of(4)),
            equal(Path.of("n"), Value.of("5")),
            equal(Path.of("t"), Value.of(Bytes.utf8("text"))),
            equal(Path.of("l"), list("ab", "ab", "cd")),
            equal(Path.of("m", "k"), Value.of(4)),
            equal(Path.of("m"), dictionary(Map.of("k", Value.of(3)))),
            atMost(Path.of("n"), 4),
            atMost(Path.of("m", "k"), 2),
            atMost(Path.of("t"), 9),
            listShorterThan(Path.of("l"), 3),
            listShorterThan(Path.of("l"), 2),
            listShorterThan(Path.of("t"), 9),
            listShorterThan(Path.of("m"), 9),
            listLacks(Path.of("l"), Bytes.utf8("ab")),
            listLacks(Path.of("l"), Bytes.utf8("cd")),
            listLacks(Path.of("b"), Bytes.utf8("x")),
            listLacks(Path.of("m"), Bytes.utf8("x")));

    List<Condition> FALSE_WHERE_NOTHING_IS = List.of(
            equal(Path.of("none"), Value.of(0)),
            equal(Path.of("none", "k"), Value.of(0)),
            equal(Path.of("m", "none"), Value.of(0)),
            equal(Path.of("none"), Value.Sequence.EMPTY),
            atMost(Path.of("none"), Long.MAX_VALUE),
            atMost(Path.of("m", "none"), Long.MAX_VALUE),
            listShorterThan(Path.of("none"), 9),
            listShorterThan(Path.of("m", "none"), 9),
            listLacks(Path.of("none"), Bytes.utf8("x")),
            listLacks(Path.of("m", "none"), Bytes.utf8("x")));

    @Test
    default void conditionsThatHoldLetAWriteThrough() {
        for (Condition condition : TRUE_FOR_SAMPLE) {
            given(key("i"), SAMPLE);
            assertThat(items().update(key("i"), marking(condition)))
                    .as("%s", condition)
                    .isInstanceOf(WriteOutcome.Applied.class);
        }
        given(key("i"), SAMPLE);
        Update.Builder all = Update.builder().set(Path.of("mark"), Value.of(1));
        TRUE_FOR_SAMPLE.forEach(all::when);
        assertThat(items().update(key("i"), all.build())).isInstanceOf(WriteOutcome.Applied.class);
    }

    @Test
    default void conditionsThatDoNotHoldRefuseWithTheCurrentItem() {
        given(key("i"), SAMPLE);
        for (Condition condition : FALSE_FOR_SAMPLE) {
            assertThat(items().update(key("i"), marking(condition)))
                    .as("%s", condition)
                    .isEqualTo(refused(SAMPLE));
        }
        assertStored(key("i"), SAMPLE);
    }

    @Test
    default void everyConditionButAbsentIsFalseWhereNothingIs() {
        given(key("i"), SAMPLE);
        for (Condition condition : FALSE_WHERE_NOTHING_IS) {
            assertThat(items().update(key("i"), marking(condition)))
                    .as("%s", condition)
                    .isEqualTo(refused(SAMPLE));
            assertThat(items().update(key("none"), marking(condition)))
                    .as("%s on a missing item", condition)
                    .isEqualTo(refusedByNothing());
        }
        assertThat(items().get(key("none"))).isEmpty();
    }

    @Test
    default void oneConditionThatDoesNotHoldIsEnoughToRefuse() {
        given(key("i"), SAMPLE);
        Update update = Update.builder()
                .when(equal(Path.of("n"), Value.of(5)))
                .when(atMost(Path.of("n"), 4))
                .when(absent(Path.of("none")))
                .add(Path.of("n"), 1)
                .build();
        assertThat(items().update(key("i"), update)).isEqualTo(refused(SAMPLE));
        assertStored(key("i"), SAMPLE);
    }

    @Test
    default void aRefusedUpdateDoesNotLookAtItsActions() {
        given(key("i"), SAMPLE);
        Update misfit =
                Update.builder().when(absent(Path.of("n"))).add(Path.of("l"), 1).build();
        assertThat(items().update(key("i"), misfit)).isEqualTo(refused(SAMPLE));
    }

    private static Update marking(Condition condition) {
        return Update.builder()
                .when(condition)
                .set(Path.of("mark"), Value.of(1))
                .build();
    }
}
