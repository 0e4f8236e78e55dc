package io.tidemark.store.metered;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ItemStoreContract;
import io.tidemark.store.embedded.EmbeddedStore;

class MeteredItemStoreContractTest extends ItemStoreContract {
    private final ItemStore store =
            new MeteredItemStore(EmbeddedStore.inMemory().items(), new StoreMeter());

    @Override
    public ItemStore items() {
        return store;
    }
}
