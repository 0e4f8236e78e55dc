package io.tidemark.store;

import java.util.List;
import java.util.Optional;

/** Another item store under its own name: what a test wants otherwise, it overrides. */
public class ForwardingItemStore implements ItemStore {
    private final ItemStore items;

    protected ForwardingItemStore(ItemStore items) {
        this.items = items;
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
        return items.put(key, item, conditions);
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        return items.delete(key, conditions);
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        return items.update(key, update);
    }
}
