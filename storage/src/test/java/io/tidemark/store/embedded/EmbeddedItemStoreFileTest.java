package io.tidemark.store.embedded;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ItemStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedItemStoreFileTest extends ItemStoreContract {
    @TempDir
    Path directory;

    private EmbeddedStore store;

    @BeforeEach
    void open() {
        store = EmbeddedStore.open(directory);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public ItemStore items() {
        return store.items();
    }
}
