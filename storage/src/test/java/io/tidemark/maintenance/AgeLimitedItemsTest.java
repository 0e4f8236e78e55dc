package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.Head;
import io.tidemark.record.Deadline;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.metered.StoreReading;
import io.tidemark.sweep.SweepWorld;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AgeLimitedItemsTest {
    private static final ItemKey KEY = new ItemKey("P#partition", "C");
    private static final Instant LAST = SweepWorld.START;
    private static final List<Consumer<ItemStore>> WRITES = List.of(
            items -> items.put(KEY, new Item(Map.of("n", Value.of(7))), List.of()),
            items -> items.update(
                    KEY, Update.builder().set(Path.of("n"), Value.of(8)).build()),
            items -> items.delete(KEY, List.of()));

    private final LongLog log = new LongLog(2, 0);

    private ItemStore at(Instant now) {
        return new AgeLimitedItems(log.items(), Clock.fixed(now, ZoneOffset.UTC), new Deadline(LAST));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0})
    void everythingIsWrittenUpToTheLastMoment(int moreMs) {
        for (Consumer<ItemStore> write : WRITES) {
            StoreReading cost = log.costOf(() -> write.accept(at(LAST.plusMillis(moreMs))));

            assertThat(cost.itemWrites().requests()).isEqualTo(1);
        }
    }

    @Test
    void fromThenOnNothingIsSent() {
        for (Consumer<ItemStore> write : WRITES) {
            StoreReading cost = log.costOf(() -> assertThatThrownBy(() -> write.accept(at(LAST.plusMillis(1))))
                    .isInstanceOf(RunTooOldException.class)
                    .hasMessage("item C of P#partition"));

            assertThat(cost.itemWrites().requests()).isZero();
        }
    }

    @Test
    void itemsAreReadAtAnyTime() {
        ItemStore late = at(LAST.plusMillis(1));
        ItemKey head = Head.key(log.world.partition);

        assertThat(late.get(head)).isPresent();
        assertThat(late.query(ItemRange.ascending(head.partition(), "A", "Z", 9))
                        .entries())
                .hasSizeGreaterThan(1);
    }
}
