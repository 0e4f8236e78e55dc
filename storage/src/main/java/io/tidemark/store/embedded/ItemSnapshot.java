package io.tidemark.store.embedded;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * The items as of one commit, for readers. MVStore keeps the pages of the version from being overwritten until the owner
 * has retired the snapshot and the last reader has left it. Thread-safe.
 */
final class ItemSnapshot {
    private final MVStore store;
    private final MVMap<ItemKey, Item> items;
    private final MVStore.TxCounter pin;
    private final AtomicInteger users = new AtomicInteger(1);

    /** Of the items as they are now; nobody may change them meanwhile. */
    ItemSnapshot(MVStore store, MVMap<ItemKey, Item> items) {
        this.store = store;
        this.pin = store.registerVersionUsage();
        this.items = items.openVersion(store.getCurrentVersion());
    }

    /** Whether the snapshot may be read now; if so, {@link #leave} has to follow. */
    boolean enter() {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    <T> T read(Function<MVMap<ItemKey, Item>, T> reader) {
        return reader.apply(items);
    }

    /** A reader's leaving, or the owner's. */
    void leave() {
        if (users.decrementAndGet() == 0) {
            store.deregisterVersionUsage(pin);
        }
    }
}
