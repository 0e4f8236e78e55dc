package io.tidemark.store.metered;

import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectStoreContract;
import io.tidemark.store.embedded.EmbeddedStore;

class MeteredObjectStoreContractTest extends ObjectStoreContract {
    private final ObjectStore store =
            new MeteredObjectStore(EmbeddedStore.inMemory().objects(), new StoreMeter());

    @Override
    protected ObjectStore objects() {
        return store;
    }
}
