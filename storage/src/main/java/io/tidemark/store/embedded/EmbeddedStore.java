package io.tidemark.store.embedded;

import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Both stores on one data directory, or in memory. Thread-safe. */
public final class EmbeddedStore implements AutoCloseable {
    private static final String ITEM_FILE = "items.mv";
    private static final String OBJECT_DIRECTORY = "objects";
    private static final String SIDE_DIRECTORY = "side";

    private final EmbeddedItemStore items;
    private final ObjectStore objects;
    private final Optional<DataDirectory> directory;

    private EmbeddedStore(EmbeddedItemStore items, ObjectStore objects, Optional<DataDirectory> directory) {
        this.items = items;
        this.objects = objects;
        this.directory = directory;
    }

    /**
     * Opens the stores in a directory, which is created if it is missing. What was acknowledged before is there, however
     * the process that wrote it ended.
     *
     * @throws DataDirectoryException where the directory is in use, cannot be written, or is damaged
     */
    public static EmbeddedStore open(Path path) {
        DataDirectory directory = DataDirectory.claim(path);
        try {
            ObjectStore objects = FileObjectStore.open(
                    directory.path().resolve(OBJECT_DIRECTORY), directory.path().resolve(SIDE_DIRECTORY));
            EmbeddedItemStore items = EmbeddedItemStore.open(directory.path().resolve(ITEM_FILE));
            DurableFiles.syncNames(directory.path());
            return new EmbeddedStore(items, objects, Optional.of(directory));
        } catch (IOException e) {
            directory.close();
            throw new DataDirectoryException("cannot open data directory " + path + ": " + e, e);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Whether the directory holds a store. */
    public static boolean isIn(Path path) {
        return Files.exists(path.resolve(ITEM_FILE));
    }

    public static EmbeddedStore inMemory() {
        return new EmbeddedStore(EmbeddedItemStore.inMemory(), new MemoryObjectStore(), Optional.empty());
    }

    public ItemStore items() {
        return items;
    }

    public ObjectStore objects() {
        return objects;
    }

    /** Waits for the item writes that have begun, and gives the directory free. */
    @Override
    public void close() {
        try {
            items.close();
        } finally {
            directory.ifPresent(DataDirectory::close);
        }
    }
}
