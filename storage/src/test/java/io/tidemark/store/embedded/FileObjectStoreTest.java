package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.ObjectStoreContract;
import io.tidemark.store.ObjectWriter;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileObjectStoreTest extends ObjectStoreContract {
    @TempDir
    Path directory;

    private FileObjectStore store;

    @BeforeEach
    void open() throws IOException {
        store = FileObjectStore.open(root(), side());
    }

    @Override
    protected ObjectStore objects() {
        return store;
    }

    @Test
    void anObjectIsAPlainFileUnderItsKey() throws IOException {
        store.putIfAbsent("segments/t/0/r/00000000000000000017.log", Bytes.utf8("records"));
        assertThat(root().resolve("segments/t/0/r/00000000000000000017.log")).hasContent("records");
        assertThat(files(side())).isEmpty();
    }

    @Test
    void objectsAreThereAfterTheStoreWasOpenedAnew() throws IOException {
        store.putIfAbsent("a/b", Bytes.utf8("x"));
        FileObjectStore reopened = FileObjectStore.open(root(), side());
        assertThat(reopened.get("a/b", 0, 9)).contains(Bytes.utf8("x"));
        assertThat(reopened.putIfAbsent("a/b", Bytes.utf8("y"))).isFalse();
    }

    @Test
    void sideFilesThatACrashLeftAreRemovedAtTheNextStart() throws IOException {
        ObjectWriter abandoned = store.write("a/b");
        abandoned.append(Bytes.utf8("half"));
        assertThat(files(side())).hasSize(1);
        FileObjectStore reopened = FileObjectStore.open(root(), side());
        assertThat(files(side())).isEmpty();
        assertThat(reopened.list("", "", 9)).isEmpty();
        abandoned.close();
    }

    @Test
    void directoriesThatADeleteEmptiesAreRemoved() {
        store.putIfAbsent("a/b/c/1", Bytes.EMPTY);
        store.putIfAbsent("a/2", Bytes.EMPTY);
        store.delete(List.of("a/b/c/1"));
        assertThat(root().resolve("a")).isDirectory();
        assertThat(root().resolve("a/b")).doesNotExist();
        store.delete(List.of("a/2"));
        assertThat(root().resolve("a")).doesNotExist();
        assertThat(root()).isDirectory();
        assertThat(store.putIfAbsent("a/b/c/1", Bytes.EMPTY)).isTrue();
    }

    @Test
    void anInterruptDoesNotKeepAnObjectFromBeingStored() {
        Thread.currentThread().interrupt();
        assertThat(store.putIfAbsent("a/b", Bytes.utf8("x"))).isTrue();
        assertThat(store.get("a/b", 0, 1)).contains(Bytes.utf8("x"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anObjectThatCannotBeNamedIsAnOutageThatLeavesItsEffectOpen() throws IOException {
        Files.writeString(root().resolve("file"), "in the way");
        assertThatThrownBy(() -> store.putIfAbsent("file/below", Bytes.EMPTY))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        outage -> assertThat(outage.effect()).isEqualTo(Effect.UNKNOWN));
        assertThat(files(side())).isEmpty();
    }

    private Path root() {
        return directory.resolve("objects");
    }

    private Path side() {
        return directory.resolve("side");
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
