package io.tidemark.maintenance;

import io.tidemark.store.Action;
import io.tidemark.store.ForwardingItemStore;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;

/** The first append's request is lost on its way, for the time being. */
final class LosingItems extends ForwardingItemStore {
    final List<Update> lost = new ArrayList<>();

    private boolean keepsAll;

    LosingItems(ItemStore items) {
        super(items);
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
        return super.update(key, update);
    }
}
