package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.util.Optional;

/** Reads and updates heads. Thread-safe. */
public final class Heads {
    private final ItemStore items;

    public Heads(ItemStore items) {
        this.items = items;
    }

    /** The head as it is now; absent when its topic is deleted, or was never whole. */
    public Optional<Head> read(PartitionId partition) {
        ItemKey key = Head.key(partition);
        return items.get(key).map(item -> Head.decode(key, item));
    }

    /**
     * Sends one conditional update.
     *
     * @param update carries {@link io.tidemark.layout.LayoutVersion#isCurrent}, so that it cannot create a head
     */
    public HeadOutcome update(PartitionId partition, Update update) {
        ItemKey key = Head.key(partition);
        WriteOutcome outcome = items.update(key, update);
        if (outcome instanceof WriteOutcome.Applied applied) {
            return new HeadOutcome.Applied(Head.decode(key, applied.item()));
        }
        return new HeadOutcome.Refused(
                ((WriteOutcome.Refused) outcome).current().map(item -> Head.decode(key, item)));
    }
}
