package io.tidemark;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.embedded.EmbeddedStore;

final class ConcurrentLogMemoryTest extends ConcurrentLogContract {
    private final EmbeddedStore store = EmbeddedStore.inMemory();

    @Override
    protected ItemStore items() {
        return store.items();
    }

    @Override
    protected ObjectStore objects() {
        return store.objects();
    }

    @Override
    protected int producers() {
        return 64;
    }

    @Override
    protected int appendsOfEach() {
        return 313;
    }
}
