package io.tidemark.store.metered;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemSize;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.store.metered.StoreMeter.Count;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts requests and units of an item store. Thread-safe.
 *
 * <p>Requests are counted when they are sent, units when they are answered. Units are computed from the items by
 * {@link ItemSize}. A write's units depend on the old item too, which no reply shows: the size that this store last saw
 * under the key stands for it, for the keys that it used last; of any other key, the new size alone. Writers that meet
 * on one key may see each other's sizes late.
 */
public final class MeteredItemStore implements ItemStore {
    private static final int MAX_REMEMBERED_SIZES = 100_000;
    private static final int READ_UNIT_BYTES = 4 * 1024;
    private static final int WRITE_UNIT_BYTES = 1024;

    private final ItemStore items;
    private final StoreMeter meter;
    private final Map<ItemKey, Long> sizes = new LastUsed();

    public MeteredItemStore(ItemStore items, StoreMeter meter) {
        this.items = items;
        this.meter = meter;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        meter.add(Count.ITEM_GETS, 1);
        Optional<Item> item = items.get(key);
        long bytes = bytes(key, item);
        remember(key, bytes);
        meter.add(Count.ITEMS_RETURNED, item.isPresent() ? 1 : 0);
        meter.add(Count.READ_UNITS, units(bytes, READ_UNIT_BYTES));
        return item;
    }

    @Override
    public ItemPage query(ItemRange range) {
        meter.add(Count.ITEM_QUERIES, 1);
        ItemPage page = items.query(range);
        long total = 0;
        for (ItemPage.Entry entry : page.entries()) {
            long bytes = ItemSize.bytes(entry.key(), entry.item());
            remember(entry.key(), bytes);
            total += bytes;
        }
        meter.add(Count.ITEMS_RETURNED, page.entries().size());
        meter.add(Count.READ_UNITS, units(total, READ_UNIT_BYTES));
        return page;
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        meter.add(Count.ITEM_PUTS, 1);
        return metered(key, items.put(key, item, conditions));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        meter.add(Count.ITEM_DELETES, 1);
        WriteOutcome outcome = items.delete(key, conditions);
        if (outcome instanceof WriteOutcome.Applied) {
            meter.add(Count.WRITE_UNITS, units(remember(key, 0), WRITE_UNIT_BYTES));
            return outcome;
        }
        return metered(key, outcome);
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        meter.add(Count.ITEM_UPDATES, 1);
        return metered(key, items.update(key, update));
    }

    private WriteOutcome metered(ItemKey key, WriteOutcome outcome) {
        if (outcome instanceof WriteOutcome.Applied applied) {
            long after = ItemSize.bytes(key, applied.item());
            meter.add(Count.WRITE_UNITS, units(Math.max(remember(key, after), after), WRITE_UNIT_BYTES));
        } else if (outcome instanceof WriteOutcome.Refused refused) {
            long current = bytes(key, refused.current());
            remember(key, current);
            meter.add(Count.ITEM_WRITES_REFUSED, 1);
            meter.add(Count.WRITE_UNITS, units(current, WRITE_UNIT_BYTES));
        }
        return outcome;
    }

    private static long bytes(ItemKey key, Optional<Item> item) {
        return item.map(found -> ItemSize.bytes(key, found)).orElse(0L);
    }

    private static long units(long bytes, int unitBytes) {
        return Math.max(1, (bytes + unitBytes - 1) / unitBytes);
    }

    /** The size that was known before; 0 where none was. */
    private long remember(ItemKey key, long bytes) {
        synchronized (sizes) {
            Long before = sizes.put(key, bytes);
            return before == null ? 0 : before;
        }
    }

    private static final class LastUsed extends LinkedHashMap<ItemKey, Long> {
        private static final long serialVersionUID = 1L;

        private LastUsed() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<ItemKey, Long> eldest) {
            return size() > MAX_REMEMBERED_SIZES;
        }
    }
}
