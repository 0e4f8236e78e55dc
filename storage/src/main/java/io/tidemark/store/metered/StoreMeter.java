package io.tidemark.store.metered;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what goes through the metered stores that share it. Thread-safe. A reading taken while others are at work may
 * show one of a request's counts without another.
 */
public final class StoreMeter {

    /** One of the numbers. */
    enum Count {
        ITEM_GETS,
        ITEM_QUERIES,
        ITEMS_RETURNED,
        READ_UNITS,
        ITEM_PUTS,
        ITEM_UPDATES,
        ITEM_DELETES,
        ITEM_WRITES_REFUSED,
        WRITE_UNITS,
        OBJECT_GETS,
        OBJECT_BYTES_READ,
        OBJECT_LISTS,
        OBJECT_PUTS,
        OBJECT_BYTES_WRITTEN,
        OBJECT_DELETES
    }

    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

    public StoreMeter() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
    }

    /** All counts since the meter was made. */
    public StoreReading reading() {
        return new StoreReading(
                new StoreReading.ItemReads(
                        sum(Count.ITEM_GETS),
                        sum(Count.ITEM_QUERIES),
                        sum(Count.ITEMS_RETURNED),
                        sum(Count.READ_UNITS)),
                new StoreReading.ItemWrites(
                        sum(Count.ITEM_PUTS),
                        sum(Count.ITEM_UPDATES),
                        sum(Count.ITEM_DELETES),
                        sum(Count.ITEM_WRITES_REFUSED),
                        sum(Count.WRITE_UNITS)),
                new StoreReading.ObjectReads(
                        sum(Count.OBJECT_GETS), sum(Count.OBJECT_BYTES_READ), sum(Count.OBJECT_LISTS)),
                new StoreReading.ObjectWrites(
                        sum(Count.OBJECT_PUTS), sum(Count.OBJECT_BYTES_WRITTEN), sum(Count.OBJECT_DELETES)));
    }

    void add(Count count, long amount) {
        adder(count).add(amount);
    }

    private long sum(Count count) {
        return adder(count).sum();
    }

    private LongAdder adder(Count count) {
        return Objects.requireNonNull(counts.get(count));
    }
}
