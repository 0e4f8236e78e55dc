package io.tidemark.store.embedded;

import io.tidemark.store.StoredObject;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One page of a listing: a walk over a tree of files in the order of their keys, past what cannot belong to it. */
final class ObjectListing {
    private static final int MAX_LIMIT = 1_000;

    private final String prefix;
    private final String after;
    private final int limit;
    private final List<StoredObject> found = new ArrayList<>();

    ObjectListing(String prefix, String after, int limit) {
        checkLimit(limit);
        this.prefix = prefix;
        this.after = after;
        this.limit = limit;
    }

    static void checkLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a listing of " + limit + " objects, it is 1 to " + MAX_LIMIT);
        }
    }

    List<StoredObject> of(Path root) throws IOException {
        walk(root, "");
        return List.copyOf(found);
    }

    private void walk(Path directory, String base) throws IOException {
        for (Map.Entry<String, Long> entry : children(directory, base).entrySet()) {
            String name = entry.getKey();
            if (found.size() == limit) {
                return;
            }
            if (name.endsWith("/")) {
                if (mayHoldSome(name)) {
                    walk(directory.resolve(name.substring(base.length(), name.length() - 1)), name);
                }
            } else if (name.startsWith(prefix) && name.compareTo(after) > 0) {
                found.add(new StoredObject(name, entry.getValue()));
            }
        }
    }

    private boolean mayHoldSome(String directoryName) {
        boolean hasPrefix = directoryName.startsWith(prefix) || prefix.startsWith(directoryName);
        return hasPrefix && (directoryName.compareTo(after) > 0 || after.startsWith(directoryName));
    }

    /** Names and sizes in key order: a directory sorts with the slash that its keys go on with. */
    private static Map<String, Long> children(Path directory, String base) throws IOException {
        Map<String, Long> children = new TreeMap<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path child : stream) {
                String name = base + child.getFileName();
                attributes(child).ifPresent(file -> children.put(file.isDirectory() ? name + "/" : name, file.size()));
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // removed since its parent was read, so it held no object then
            return Map.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return children;
    }

    private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
