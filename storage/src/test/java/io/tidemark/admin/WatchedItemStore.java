package io.tidemark.admin;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store each of whose calls goes through one method. */
abstract class WatchedItemStore implements ItemStore {
    private final ItemStore items;

    WatchedItemStore(ItemStore items) {
        this.items = items;
    }

    /** Makes the call, or not. */
    abstract <T> T call(ItemKey key, Supplier<T> call);

    @Override
    public Optional<Item> get(ItemKey key) {
        return call(key, () -> items.get(key));
    }

    @Override
    public ItemPage query(ItemRange range) {
        return call(new ItemKey(range.partition(), range.from()), () -> items.query(range));
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        return call(key, () -> items.put(key, item, conditions));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        return call(key, () -> items.delete(key, conditions));
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        return call(key, () -> items.update(key, update));
    }
}
