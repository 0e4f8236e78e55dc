package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import java.time.Instant;

/** What stands in the queue of maintenance. */
public sealed interface Due permits DueEntry, DueTransaction {
    ItemKey key();

    Instant at();

    Item encode();

    /** @throws UnreadableItemException where the key names neither a partition nor a transactional id */
    static Due decode(ItemKey key, Item item) {
        return DueTransaction.isAt(key) ? DueTransaction.decode(key, item) : DueEntry.decode(key, item);
    }
}
