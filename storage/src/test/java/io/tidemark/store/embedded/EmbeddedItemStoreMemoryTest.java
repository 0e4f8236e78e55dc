package io.tidemark.store.embedded;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ItemStoreContract;
import org.junit.jupiter.api.AfterEach;

class EmbeddedItemStoreMemoryTest extends ItemStoreContract {
    private final EmbeddedItemStore store = EmbeddedItemStore.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public ItemStore items() {
        return store;
    }
}
