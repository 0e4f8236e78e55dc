package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file on old-style file access: a file channel would be closed for everybody when one thread is interrupted while it
 * reads or writes. Thread-safe; nobody who reads waits for a sync.
 */
class RawFile implements Closeable {
    private final RandomAccessFile file;

    RawFile(Path path) throws IOException {
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    final synchronized long length() throws IOException {
        return file.length();
    }

    /** Fills the array from the position on as far as the file goes; the number of bytes. */
    final synchronized int read(long position, byte[] target) throws IOException {
        file.seek(position);
        int filled = 0;
        while (filled < target.length) {
            int count = file.read(target, filled, target.length - filled);
            if (count < 0) {
                return filled;
            }
            filled += count;
        }
        return filled;
    }

    synchronized void write(long position, Bytes bytes) throws IOException {
        file.seek(position);
        file.write(bytes.toByteArray());
    }

    synchronized void setLength(long length) throws IOException {
        file.setLength(length);
    }

    void sync() throws IOException {
        file.getFD().sync();
    }

    @Override
    public final synchronized void close() throws IOException {
        file.close();
    }
}
