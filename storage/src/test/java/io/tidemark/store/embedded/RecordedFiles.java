package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** Gives MVStore files that write down everything that happens to them, and may fail. One recording at a time. */
public final class RecordedFiles extends FilePathWrapper {
    private static final int SMALL_JOURNAL_BYTES = 60_000;
    private static final String SCHEME = "recorded";
    private static final List<Event> EVENTS = Collections.synchronizedList(new ArrayList<>());

    static {
        FilePath.register(new RecordedFiles());
    }

    /** One thing that happened to a file, or that the store's user was told. */
    sealed interface Event {
        record Changed(boolean journal, FileChange change) implements Event {}

        record Synced(boolean journal) implements Event {}

        record Acknowledged(int update) implements Event {}
    }

    private static volatile boolean failing;

    static String name(Path path) {
        EVENTS.clear();
        failing = false;
        return SCHEME + ":" + path.toAbsolutePath();
    }

    static void acknowledge(int update) {
        EVENTS.add(new Event.Acknowledged(update));
    }

    /** From now on every sync fails. */
    static void fail() {
        failing = true;
    }

    static List<Event> events() {
        return List.copyOf(EVENTS);
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        String name = unwrap().toString();
        return new ItemFile(
                new RecordedFile(Path.of(name), false),
                new RecordedFile(Path.of(name + ItemFiles.JOURNAL_SUFFIX), true),
                SMALL_JOURNAL_BYTES);
    }

    private static final class RecordedFile extends RawFile {
        private final boolean journal;

        private RecordedFile(Path path, boolean journal) throws IOException {
            super(path);
            this.journal = journal;
        }

        @Override
        synchronized void write(long position, Bytes bytes) throws IOException {
            super.write(position, bytes);
            EVENTS.add(new Event.Changed(journal, new FileChange.Write(position, bytes)));
        }

        @Override
        synchronized void setLength(long length) throws IOException {
            super.setLength(length);
            EVENTS.add(new Event.Changed(journal, new FileChange.Truncate(length)));
        }

        @Override
        void sync() throws IOException {
            if (failing) {
                throw new IOException("no space left on the device");
            }
            super.sync();
            EVENTS.add(new Event.Synced(journal));
        }
    }
}
