package io.tidemark.store.embedded;

import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectStoreContract;

class MemoryObjectStoreTest extends ObjectStoreContract {
    private final ObjectStore store = new MemoryObjectStore();

    @Override
    protected ObjectStore objects() {
        return store;
    }
}
