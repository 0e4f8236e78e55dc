package io.tidemark.store;

import io.tidemark.store.StoreCall.Kind;
import java.util.List;
import java.util.Optional;

/** An item store in which goes wrong what the plan says. */
public final class FaultyItemStore implements ItemStore {
    private final ItemStore items;
    private final FaultPlan plan;

    public FaultyItemStore(ItemStore items, FaultPlan plan) {
        this.items = items;
        this.plan = plan;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        return plan.run(call(Kind.ITEM_GET, key), () -> items.get(key));
    }

    @Override
    public ItemPage query(ItemRange range) {
        StoreCall call = new StoreCall(Kind.ITEM_QUERY, range.partition() + " " + range.from());
        return plan.run(call, () -> items.query(range));
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        return plan.run(call(Kind.ITEM_PUT, key), () -> items.put(key, item, conditions));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        return plan.run(call(Kind.ITEM_DELETE, key), () -> items.delete(key, conditions));
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        return plan.run(call(Kind.ITEM_UPDATE, key), () -> items.update(key, update));
    }

    private static StoreCall call(Kind kind, ItemKey key) {
        return new StoreCall(kind, key.partition() + " " + key.sort());
    }
}
