package io.tidemark.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A directory that is ours alone while it is open. The operating system ends the claim when the process dies. */
final class DataDirectory implements AutoCloseable {
    private static final String LOCK_FILE = "lock";

    /**
     * What this process has open. A second lock of one process must not even be tried: closing its file would end the
     * first one on POSIX systems.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Claims the directory, which is created if it is missing.
     *
     * @throws DataDirectoryException where another store has it, or it cannot be written
     */
    static DataDirectory claim(Path directory) {
        Path path = create(directory);
        if (!OPEN.add(path)) {
            throw new DataDirectoryException("data directory " + path + " is already open in this process");
        }
        try {
            return new DataDirectory(path, lock(path));
        } catch (RuntimeException e) {
            OPEN.remove(path);
            throw e;
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new DataDirectoryException("cannot release data directory " + path, e);
        } finally {
            OPEN.remove(path);
        }
    }

    private static Path create(Path directory) {
        try {
            DurableFiles.createDirectories(directory);
            return directory.toRealPath();
        } catch (IOException e) {
            throw new DataDirectoryException("cannot create data directory " + directory + ": " + e, e);
        }
    }

    private static FileChannel lock(Path path) {
        if (!Files.isWritable(path)) {
            throw new DataDirectoryException("data directory " + path + " cannot be written");
        }
        try {
            FileChannel channel =
                    FileChannel.open(path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (holds(channel)) {
                return channel;
            }
            channel.close();
        } catch (IOException e) {
            throw new DataDirectoryException("cannot lock data directory " + path + ": " + e, e);
        }
        throw new DataDirectoryException("data directory " + path + " is in use by another process: stop it first");
    }

    private static boolean holds(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null && lock.isValid();
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
