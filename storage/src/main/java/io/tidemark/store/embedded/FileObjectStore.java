package io.tidemark.store.embedded;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectKey;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoredObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/**
 * Objects as files under their keys. An object is written to a side file, synced, linked to its name, which fails if the
 * name is taken, and the names of its directory are synced. Thread-safe; the directories are this store's alone.
 */
final class FileObjectStore implements ObjectStore {
    private static final int MAX_REMEMBERED_DIRECTORIES = 10_000;

    private final Path root;
    private final Path side;
    private final AtomicLong sideFiles = new AtomicLong();

    /** Directories whose own names are known to be durable, so that most puts sync one directory only. */
    private final Set<Path> durable = ConcurrentHashMap.newKeySet();

    /** Taken for reading while a name is linked, for writing while empty directories are removed. */
    private final ReadWriteLock tree = new ReentrantReadWriteLock();

    private FileObjectStore(Path root, Path side) {
        this.root = root;
        this.side = side;
    }

    /**
     * Opens the store and removes the side files that a crash left.
     *
     * @param side on the same file system as {@code root}
     */
    static FileObjectStore open(Path root, Path side) throws IOException {
        DurableFiles.createDirectories(root);
        DurableFiles.createDirectories(side);
        try (Stream<Path> leftovers = Files.list(side)) {
            for (Path leftover : leftovers.toList()) {
                Files.delete(leftover);
            }
        }
        return new FileObjectStore(root, side);
    }

    @Override
    public boolean putIfAbsent(String key, Bytes content) {
        try (ObjectWriter writer = write(key)) {
            writer.append(content);
            return writer.commitIfAbsent();
        }
    }

    @Override
    public ObjectWriter write(String key) {
        Path target = path(key);
        Path sideFile = side.resolve(Long.toString(sideFiles.incrementAndGet()));
        try {
            return new FileObjectWriter(sideFile, () -> publish(sideFile, target));
        } catch (IOException e) {
            throw unavailable(Effect.NONE, "cannot write object " + key, e);
        }
    }

    @Override
    public Optional<Bytes> get(String key, long position, int length) {
        if (position < 0 || length < 1) {
            throw new IllegalArgumentException("a range of " + length + " bytes from " + position);
        }
        Path path = path(key);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            int available = (int) Math.max(0, Math.min(length, file.length() - position));
            byte[] bytes = new byte[available];
            file.seek(position);
            file.readFully(bytes);
            return Optional.of(Bytes.wrap(bytes));
        } catch (FileNotFoundException e) {
            // the same exception tells of too many open files
            if (Files.notExists(path) || Files.isDirectory(path)) {
                return Optional.empty();
            }
            throw unavailable(Effect.NONE, "cannot read object " + key, e);
        } catch (IOException e) {
            throw unavailable(Effect.NONE, "cannot read object " + key, e);
        }
    }

    @Override
    public List<StoredObject> list(String prefix, String after, int limit) {
        try {
            return new ObjectListing(prefix, after, limit).of(root);
        } catch (IOException e) {
            throw unavailable(Effect.NONE, "cannot list objects", e);
        }
    }

    @Override
    public void delete(List<String> keys) {
        Set<Path> changed = new HashSet<>();
        try {
            for (String key : keys) {
                Path path = path(key);
                if (Files.isRegularFile(path) && Files.deleteIfExists(path)) {
                    changed.add(prune(parent(path)));
                }
            }
            syncAll(changed);
        } catch (IOException e) {
            throw unavailable(Effect.UNKNOWN, "cannot delete objects", e);
        }
    }

    private Path path(String key) {
        return root.resolve(ObjectKey.checked(key));
    }

    /** A name that is taken is synced as well: its object is not to vanish after somebody was told that it is there. */
    private boolean publish(Path sideFile, Path target) throws IOException {
        tree.readLock().lock();
        try {
            createDurably(parent(target));
            boolean created = linked(sideFile, target);
            DurableFiles.syncNames(parent(target));
            return created;
        } finally {
            tree.readLock().unlock();
        }
    }

    /** One that exists is synced too: who created it may not have come to that. */
    private void createDurably(Path directory) throws IOException {
        if (directory.equals(root) || durable.contains(directory)) {
            return;
        }
        createDurably(parent(directory));
        Files.createDirectories(directory);
        DurableFiles.syncNames(parent(directory));
        if (durable.size() >= MAX_REMEMBERED_DIRECTORIES) {
            durable.clear();
        }
        durable.add(directory);
    }

    private static boolean linked(Path sideFile, Path target) throws IOException {
        try {
            Files.createLink(target, sideFile);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Removes the directory if it is empty, and those above it that this empties; the one that stays. */
    private Path prune(Path directory) throws IOException {
        tree.writeLock().lock();
        try {
            Path current = directory;
            while (!current.equals(root)) {
                Files.deleteIfExists(current);
                durable.remove(current);
                current = parent(current);
            }
            return current;
        } catch (DirectoryNotEmptyException e) {
            return Path.of(e.getFile());
        } finally {
            tree.writeLock().unlock();
        }
    }

    /** Every path here is below the root. */
    private static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent());
    }

    /** One that is gone by now is the affair of who removed it. */
    private void syncAll(Set<Path> directories) throws IOException {
        tree.readLock().lock();
        try {
            for (Path directory : directories) {
                if (Files.isDirectory(directory)) {
                    DurableFiles.syncNames(directory);
                }
            }
        } finally {
            tree.readLock().unlock();
        }
    }

    static StoreUnavailableException unavailable(Effect effect, String message, IOException cause) {
        return new StoreUnavailableException(effect, message + ": " + cause, cause);
    }
}
