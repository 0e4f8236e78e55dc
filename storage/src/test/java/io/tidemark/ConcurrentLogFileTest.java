package io.tidemark;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class ConcurrentLogFileTest extends ConcurrentLogContract {
    @TempDir
    Path directory;

    private EmbeddedStore store;

    @BeforeEach
    @Override
    void create() {
        store = EmbeddedStore.open(directory);
        super.create();
    }

    @AfterEach
    @Override
    void stop() {
        super.stop();
        store.close();
    }

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
        return 16;
    }

    @Override
    protected int appendsOfEach() {
        return 40;
    }
}
