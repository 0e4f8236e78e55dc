package io.tidemark.store;

import static io.tidemark.store.Condition.absent;
import static io.tidemark.store.Condition.equal;
import static io.tidemark.store.Condition.listLacks;
import static io.tidemark.store.Condition.listShorterThan;
import static io.tidemark.store.ItemContract.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Atomicity: many callers at once. */
interface ItemRaceContract extends ItemContract {
    int THREADS = 64;
    int ROUNDS = 8;

    @Test
    default void concurrentAppendsAreAllAppliedOnceAndEachSeesItsOwnPlace() throws Exception {
        given(key("head"), item(Map.of("high", Value.of(0), "tail", Value.Sequence.EMPTY)));
        List<List<Long>> highs = Concurrently.run(THREADS, thread -> {
            List<Long> seen = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                Bytes reference = Bytes.utf8(thread + "/" + round);
                Item after = appliedItem(items().update(key("head"), appending(reference)));
                seen.add(number(after, "high"));
                assertThat(tail(after)).hasSize((int) number(after, "high"));
                assertThat(tail(after).get((int) number(after, "base"))).isEqualTo(Value.of(reference));
            }
            return seen;
        });
        assertThat(highs.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, THREADS * ROUNDS).boxed().toList());
        Item last = items().get(key("head")).orElseThrow();
        assertThat(number(last, "high")).isEqualTo(THREADS * ROUNDS);
        assertThat(tail(last)).hasSize(THREADS * ROUNDS).doesNotHaveDuplicates();
    }

    @Test
    default void ofManyConditionalWritersOfOneValueExactlyOneWins() throws Exception {
        for (long round = 0; round < ROUNDS; round++) {
            long expected = round;
            List<Condition> unchanged =
                    List.of(round == 0 ? absent(Path.of("v")) : equal(Path.of("v"), Value.of(expected)));
            List<Boolean> won = Concurrently.run(THREADS, thread -> {
                Item next = item(Map.of("v", Value.of(expected + 1), "by", Value.of(thread)));
                return items().put(key("i"), next, unchanged) instanceof WriteOutcome.Applied;
            });
            assertThat(won).containsOnlyOnce(true);
            assertThat(number(items().get(key("i")).orElseThrow(), "by")).isEqualTo(won.indexOf(true));
        }
    }

    @Test
    default void ofManyDeletersOfOneRevisionExactlyOneWins() throws Exception {
        given(key("i"), item(Map.of("v", Value.of(1))));
        List<Boolean> won = Concurrently.run(
                THREADS,
                thread -> items().delete(key("i"), List.of(equal(Path.of("v"), Value.of(1))))
                        instanceof WriteOutcome.Applied);
        assertThat(won).containsOnlyOnce(true);
        assertThat(items().get(key("i"))).isEmpty();
    }

    @Test
    default void aBoundedListIsFilledToItsBoundAndNotBeyond() throws Exception {
        int bound = THREADS / 2;
        given(key("i"), item(Map.of("tail", Value.Sequence.EMPTY)));
        List<Boolean> won = Concurrently.run(THREADS, thread -> {
            Update update = Update.builder()
                    .when(listShorterThan(Path.of("tail"), bound))
                    .when(listLacks(Path.of("tail"), Bytes.utf8("t" + thread)))
                    .append(Path.of("tail"), Bytes.utf8("t" + thread))
                    .build();
            return items().update(key("i"), update) instanceof WriteOutcome.Applied;
        });
        assertThat(won).filteredOn(applied -> applied).hasSize(bound);
        assertThat(tail(items().get(key("i")).orElseThrow())).hasSize(bound).doesNotHaveDuplicates();
    }

    @Test
    default void writersOfDifferentItemsDoNotDisturbEachOther() throws Exception {
        Concurrently.run(THREADS, thread -> {
            ItemKey mine = key("i" + thread);
            given(mine, item(Map.of("n", Value.of(0))));
            for (int round = 1; round <= ROUNDS; round++) {
                items().update(mine, Update.builder().add(Path.of("n"), 1).build());
                assertStored(mine, item(Map.of("n", Value.of(round))));
            }
            return thread;
        });
    }

    private static Update appending(Bytes reference) {
        return Update.builder()
                .add(Path.of("high"), 1)
                .setFrom(Path.of("base"), Path.of("high"))
                .append(Path.of("tail"), reference)
                .build();
    }

    private static Item appliedItem(WriteOutcome outcome) {
        assertThat(outcome).isInstanceOf(WriteOutcome.Applied.class);
        return ((WriteOutcome.Applied) outcome).item();
    }

    private static long number(Item item, String attribute) {
        return ((Value.Number) item.attribute(attribute).orElseThrow()).value();
    }

    private static List<Value> tail(Item item) {
        return ((Value.Sequence) item.attribute("tail").orElseThrow()).values();
    }
}
