package io.tidemark.simulation.transactions;

import io.tidemark.store.Condition;
import io.tidemark.store.ForwardingItemStore;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Notes which items were written, so that only those need to be looked at. Used by one thread at a time. */
final class WrittenKeys extends ForwardingItemStore {
    private final Set<ItemKey> written = new LinkedHashSet<>();

    WrittenKeys(ItemStore items) {
        super(items);
    }

    /** Those since this was asked before. */
    List<ItemKey> take() {
        List<ItemKey> taken = List.copyOf(written);
        written.clear();
        return taken;
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        written.add(key);
        return super.put(key, item, conditions);
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        written.add(key);
        return super.delete(key, conditions);
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        written.add(key);
        return super.update(key, update);
    }
}
