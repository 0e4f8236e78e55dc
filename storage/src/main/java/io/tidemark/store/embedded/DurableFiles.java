package io.tidemark.store.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What it takes to make names in a directory durable. */
final class DurableFiles {
    /** Elsewhere a directory cannot be opened, and the file system journals names by itself. */
    private static final boolean DIRECTORIES_ARE_SYNCED = File.separatorChar == '/';

    private DurableFiles() {}

    /** Creates a directory and those above it that are missing, durably. */
    static void createDirectories(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            createDirectories(parent);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
        if (parent != null) {
            syncNames(parent);
        }
    }

    /** Syncs the names in a directory. An interrupt does not keep it from that; it stays set. */
    static void syncNames(Path directory) throws IOException {
        if (!DIRECTORIES_ARE_SYNCED) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (!syncedWithoutInterrupt(directory)) {
                interrupted = true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean syncedWithoutInterrupt(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return !Thread.interrupted();
        }
    }
}
