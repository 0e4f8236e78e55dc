package io.tidemark.store.metered;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.Concurrently;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.StoreReading.ItemReads;
import io.tidemark.store.metered.StoreReading.ItemWrites;
import io.tidemark.store.metered.StoreReading.ObjectReads;
import io.tidemark.store.metered.StoreReading.ObjectWrites;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeteredStoreTest {
    private static final ItemKey KEY = new ItemKey("p", "s");
    private static final int OVERHEAD_BYTES = 4 + 2 + 1;
    private static final Condition NEVER = Condition.equal(Path.of("none"), Value.of(1));

    private final EmbeddedStore inner = EmbeddedStore.inMemory();
    private final StoreMeter meter = new StoreMeter();
    private final MeteredItemStore items = new MeteredItemStore(inner.items(), meter);
    private final ObjectStore objects = new MeteredObjectStore(inner.objects(), meter);

    @Test
    void aReadTakesAUnitPer4KbAndAtLeastOne() {
        assertThat(readUnits(0)).isEqualTo(1);
        assertThat(readUnits(4096)).isEqualTo(1);
        assertThat(readUnits(4097)).isEqualTo(2);
        assertThat(readUnits(8193)).isEqualTo(3);
        StoreReading before = meter.reading();
        assertThat(items.get(new ItemKey("p", "none"))).isEmpty();
        assertThat(meter.reading().minus(before).itemReads()).isEqualTo(new ItemReads(1, 0, 0, 1));
    }

    @Test
    void aQueryTakesTheUnitsOfItsItemsTogether() {
        for (int i = 0; i < 3; i++) {
            inner.items().put(new ItemKey("p", "" + i), sized(3000), List.of());
        }
        assertThat(items.query(ItemRange.ascending("p", "0", "9", 9)).entries()).hasSize(3);
        assertThat(items.query(ItemRange.ascending("q", "0", "9", 9)).entries()).isEmpty();
        assertThat(meter.reading().itemReads()).isEqualTo(new ItemReads(0, 2, 3, 3 + 1));
    }

    @Test
    void aWriteTakesAUnitPerKbOfTheLargerOfOldAndNew() {
        assertThat(putUnits(1024)).isEqualTo(1);
        assertThat(putUnits(1025)).isEqualTo(2);
        assertThat(putUnits(5000)).isEqualTo(5);
        assertThat(putUnits(100)).isEqualTo(5);
        assertThat(putUnits(100)).isEqualTo(1);
    }

    @Test
    void anUpdateThatShrinksAnItemIsPaidByItsOldSize() {
        inner.items().put(KEY, sized(3000), List.of());
        items.get(KEY);
        items.update(KEY, Update.builder().remove(Path.of("b")).build());
        items.update(KEY, Update.builder().set(Path.of("b"), Value.of(1)).build());
        assertThat(meter.reading().itemWrites()).isEqualTo(new ItemWrites(0, 2, 0, 0, 3 + 1));
    }

    @Test
    void aRefusedWriteIsPaidByTheCurrentItem() {
        inner.items().put(KEY, sized(2500), List.of());
        items.update(KEY, Update.builder().when(NEVER).remove(Path.of("b")).build());
        items.put(KEY, Item.EMPTY, List.of(NEVER));
        items.delete(new ItemKey("p", "none"), List.of(NEVER));
        assertThat(meter.reading().itemWrites()).isEqualTo(new ItemWrites(1, 1, 1, 3, 3 + 3 + 1));
        assertThat(meter.reading().itemWrites().requests()).isEqualTo(3);
    }

    @Test
    void aDeleteIsPaidByTheItemThatGoes() {
        items.put(KEY, sized(2500), List.of());
        items.delete(KEY, List.of());
        items.delete(KEY, List.of());
        assertThat(meter.reading().itemWrites()).isEqualTo(new ItemWrites(1, 0, 2, 0, 3 + 3 + 1));
    }

    @Test
    void objectsAreCountedWithTheirBytes() {
        objects.putIfAbsent("a", Bytes.utf8("0123456789"));
        objects.putIfAbsent("a", Bytes.utf8("012"));
        try (ObjectWriter writer = objects.write("b")) {
            writer.append(Bytes.utf8("01"));
            writer.append(Bytes.utf8("2345"));
            assertThat(writer.commitIfAbsent()).isTrue();
        }
        objects.get("a", 8, 100);
        objects.get("none", 0, 1);
        objects.list("", "", 9);
        objects.delete(List.of("a", "b", "none"));
        StoreReading reading = meter.reading();
        assertThat(reading.objectWrites()).isEqualTo(new ObjectWrites(3, 10 + 3 + 6, 3));
        assertThat(reading.objectReads()).isEqualTo(new ObjectReads(2, 2, 1));
    }

    @Test
    void noCountIsLostBetweenThreads() throws Exception {
        Concurrently.run(16, thread -> {
            for (int i = 0; i < 100; i++) {
                items.put(new ItemKey("p" + thread, "s"), Item.EMPTY, List.of());
                items.get(new ItemKey("p" + thread, "s"));
            }
            return thread;
        });
        StoreReading reading = meter.reading();
        assertThat(reading.itemWrites()).isEqualTo(new ItemWrites(1_600, 0, 0, 0, 1_600));
        assertThat(reading.itemReads()).isEqualTo(new ItemReads(1_600, 0, 1_600, 1_600));
    }

    private long readUnits(int bytes) {
        inner.items().put(KEY, sized(bytes), List.of());
        StoreReading before = meter.reading();
        items.get(KEY);
        return meter.reading().minus(before).itemReads().readUnits();
    }

    private long putUnits(int bytes) {
        StoreReading before = meter.reading();
        items.put(KEY, sized(bytes), List.of());
        return meter.reading().minus(before).itemWrites().writeUnits();
    }

    /** An item that counts so many bytes with its key. */
    private static Item sized(int bytes) {
        byte[] filling = new byte[Math.max(0, bytes - OVERHEAD_BYTES)];
        return new Item(Map.of("b", Value.of(Bytes.wrap(filling))));
    }
}
