package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import org.h2.store.fs.FileBaseDefault;

/**
 * The item store's file as MVStore sees it. What MVStore writes between two syncs reaches the disk as a whole or not at
 * all, through a {@link RedoJournal}. MVStore by itself survives a process that is killed, but not power loss: it takes a
 * commit of which only the first and the last sector arrived for a whole one.
 *
 * <p>Whether another process has the file is settled by the data directory's own lock. Thread-safe; nobody who reads
 * waits for a sync.
 */
final class ItemFile extends FileBaseDefault {
    private final RawFile file;
    private final RawFile journalFile;
    private final RedoJournal journal;

    /** What was written since the last sync; it is in no file yet. Guarded by this. */
    private List<FileChange> pending = new ArrayList<>();

    private long length;

    ItemFile(RawFile file, RawFile journalFile, int maxJournalBytes) throws IOException {
        this.file = file;
        this.journalFile = journalFile;
        this.journal = RedoJournal.open(journalFile, file, maxJournalBytes);
        this.length = file.length();
    }

    @Override
    public synchronized long size() {
        return length;
    }

    @Override
    public synchronized int read(ByteBuffer target, long position) throws IOException {
        int count = (int) Math.min(target.remaining(), length - position);
        if (count <= 0) {
            return -1;
        }
        byte[] bytes = new byte[count];
        file.read(position, bytes);
        for (FileChange change : pending) {
            if (change instanceof FileChange.Write write) {
                write.overlay(position, bytes);
            }
        }
        target.put(bytes);
        return count;
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) {
        Bytes bytes = Bytes.copyOf(source);
        source.position(source.limit());
        change(new FileChange.Write(position, bytes));
        return bytes.size();
    }

    @Override
    protected synchronized void implTruncate(long size) {
        if (size < length) {
            change(new FileChange.Truncate(size));
        }
    }

    /** The store has one writer, which is the one that syncs: nothing is added meanwhile. */
    @Override
    public void force(boolean metaData) throws IOException {
        List<FileChange> group;
        synchronized (this) {
            group = List.copyOf(pending);
        }
        if (group.isEmpty()) {
            return;
        }
        journal.commit(group);
        synchronized (this) {
            pending = new ArrayList<>();
        }
    }

    @Override
    protected synchronized void implCloseChannel() throws IOException {
        try (file;
                journalFile) {
            pending = new ArrayList<>();
        }
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        return new Unlocked(this);
    }

    private void change(FileChange change) {
        pending.add(change);
        length = change.lengthAfter(length);
    }

    private static final class Unlocked extends FileLock {
        private Unlocked(FileChannel channel) {
            super(channel, 0, Long.MAX_VALUE, false);
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public void release() {}
    }
}
