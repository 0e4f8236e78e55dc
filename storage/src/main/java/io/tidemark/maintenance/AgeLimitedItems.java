package io.tidemark.maintenance;

import io.tidemark.record.Deadline;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The items as the steps of one run see them: to be read at any time, and to be written until the run is too old. Every
 * commit of a step is a write of an item, and a step may be abandoned before any of its writes (invariant I8), so this
 * is the one place where a run looks at its age. Thread-safe.
 */
final class AgeLimitedItems implements ItemStore {
    private final ItemStore items;
    private final Clock clock;
    private final Deadline deadline;

    /** @param deadline from then on {@link RunTooOldException} is thrown in place of a write */
    AgeLimitedItems(ItemStore items, Clock clock, Deadline deadline) {
        this.items = items;
        this.clock = clock;
        this.deadline = deadline;
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
        checkAge(key);
        return items.put(key, item, conditions);
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        checkAge(key);
        return items.delete(key, conditions);
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        checkAge(key);
        return items.update(key, update);
    }

    private void checkAge(ItemKey key) {
        if (deadline.hasPassed(clock)) {
            throw new RunTooOldException("item " + key.sort() + " of " + key.partition());
        }
    }
}
