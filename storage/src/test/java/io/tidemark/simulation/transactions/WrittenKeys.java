package io.tidemark.simulation.transactions;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Notes which items were written, so that only those need to be looked at. Used by one thread at a time. */
final class WrittenKeys implements ItemStore {
    private final ItemStore items;
    private final Set<ItemKey> written = new LinkedHashSet<>();

    WrittenKeys(ItemStore items) {
        this.items = items;
    }

    /** Those since this was asked before. */
    List<ItemKey> take() {
        List<ItemKey> taken = List.copyOf(written);
        written.clear();
        return taken;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return items.get(key);
    }

    @Override
    public ItemPage query(ItemRange range) {
        return items.query(range);
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        written.add(key);
        return items.put(key, item, conditions);
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        written.add(key);
        return items.delete(key, conditions);
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        written.add(key);
        return items.update(key, update);
    }
}
