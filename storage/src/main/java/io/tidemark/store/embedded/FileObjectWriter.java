package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An object on its way: a side file that is given its name at the end. */
final class FileObjectWriter implements ObjectWriter {
    private final Path sideFile;
    private final Publication publication;
    private final FileOutputStream output;
    private boolean committed;

    /** Gives the synced side file the object's name as well. */
    @FunctionalInterface
    interface Publication {
        /** Whether the name was free. */
        boolean publish() throws IOException;
    }

    FileObjectWriter(Path sideFile, Publication publication) throws IOException {
        this.sideFile = sideFile;
        this.publication = publication;
        this.output = new FileOutputStream(sideFile.toFile());
    }

    @Override
    public void append(Bytes part) {
        checkNotCommitted();
        try {
            output.write(part.toByteArray());
        } catch (IOException e) {
            throw FileObjectStore.unavailable(Effect.NONE, "cannot write an object", e);
        }
    }

    @Override
    public boolean commitIfAbsent() {
        checkNotCommitted();
        committed = true;
        try {
            output.getFD().sync();
        } catch (IOException e) {
            throw FileObjectStore.unavailable(Effect.NONE, "cannot sync an object", e);
        }
        try {
            return publication.publish();
        } catch (IOException e) {
            throw FileObjectStore.unavailable(Effect.UNKNOWN, "cannot name an object", e);
        }
    }

    /** What cannot be removed now is removed when the store is opened next. */
    @Override
    public void close() {
        try (output) {
            Files.deleteIfExists(sideFile);
        } catch (IOException e) {
            throw FileObjectStore.unavailable(Effect.NONE, "cannot remove a side file", e);
        }
    }

    private void checkNotCommitted() {
        if (committed) {
            throw new IllegalStateException("the object has been committed");
        }
    }
}
