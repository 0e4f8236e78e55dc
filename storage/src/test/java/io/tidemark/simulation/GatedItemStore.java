package io.tidemark.simulation;

import io.tidemark.simulation.StoreCall.Kind;
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

/** An item store behind a gate. */
public final class GatedItemStore implements ItemStore {
    private final ItemStore items;
    private final Gate gate;

    public GatedItemStore(ItemStore items, Gate gate) {
        this.items = items;
        this.gate = gate;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return gate.pass(call(Kind.GET, key), () -> items.get(key));
    }

    @Override
    public ItemPage query(ItemRange range) {
        return gate.pass(call(Kind.QUERY, new ItemKey(range.partition(), range.from())), () -> items.query(range));
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        return gate.pass(call(Kind.PUT, key), () -> items.put(key, item, conditions));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        return gate.pass(call(Kind.DELETE, key), () -> items.delete(key, conditions));
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        return gate.pass(call(Kind.UPDATE, key), () -> items.update(key, update));
    }

    private static StoreCall call(Kind kind, ItemKey key) {
        return new StoreCall(kind, key.partition() + " " + key.sort());
    }
}
