package io.tidemark.store.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import org.h2.store.fs.FileBaseDefault;

/**
 * The item store's file as MVStore sees it, on old-style file access. A plain {@link FileChannel} would be closed for
 * everybody when one thread is interrupted while it reads or writes.
 *
 * <p>Whether another process has the file is settled by the data directory's own lock.
 */
final class ItemFile extends FileBaseDefault {
    private final RandomAccessFile file;

    ItemFile(Path path) throws IOException {
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    @Override
    public synchronized long size() throws IOException {
        return file.length();
    }

    @Override
    public synchronized int read(ByteBuffer target, long position) throws IOException {
        byte[] bytes = new byte[target.remaining()];
        file.seek(position);
        int count = file.read(bytes);
        if (count > 0) {
            target.put(bytes, 0, count);
        }
        return count;
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) throws IOException {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        file.seek(position);
        file.write(bytes);
        return bytes.length;
    }

    @Override
    protected void implTruncate(long size) throws IOException {
        file.setLength(size);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        file.getFD().sync();
    }

    @Override
    protected synchronized void implCloseChannel() throws IOException {
        file.close();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        return new Unlocked(this);
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
