package io.tidemark.maintenance;

import io.tidemark.store.Action;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The first append's request is lost on its way, for the time being. */
final class LosingItems implements ItemStore {
    private final ItemStore items;
    final List<Update> lost = new ArrayList<>();

    private boolean keepsAll;

    LosingItems(ItemStore items) {
        this.items = items;
    }

    /** Not only the first one. */
    void keepEveryAppend() {
        keepsAll = true;
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        boolean appends = update.actions().stream().anyMatch(Action.Append.class::isInstance);
        if (appends && (keepsAll || lost.isEmpty())) {
            lost.add(update);
            throw new StoreUnavailableException(Effect.UNKNOWN, "lost");
        }
        return items.update(key, update);
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
}
