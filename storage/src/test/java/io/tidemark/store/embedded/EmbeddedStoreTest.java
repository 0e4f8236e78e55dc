package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreTest {
    private static final ItemKey KEY = new ItemKey("p", "s");
    private static final Item ITEM = new Item(Map.of("n", Value.of(7)));

    @TempDir
    Path directory;

    @Test
    void bothStoresAreThereAfterTheDirectoryWasOpenedAnew() {
        Path fresh = directory.resolve("a/b");
        try (EmbeddedStore store = EmbeddedStore.open(fresh)) {
            store.items().put(KEY, ITEM, List.of());
            store.objects().putIfAbsent("o", Bytes.utf8("x"));
        }
        try (EmbeddedStore store = EmbeddedStore.open(fresh)) {
            assertThat(store.items().get(KEY)).contains(ITEM);
            assertThat(store.objects().get("o", 0, 1)).contains(Bytes.utf8("x"));
        }
    }

    @Test
    void aDirectoryIsOpenedOnceInAProcess() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("d")));
        try (EmbeddedStore store = EmbeddedStore.open(directory.resolve("d"))) {
            for (Path again : List.of(directory.resolve("d"), directory.resolve("d/../d"), link)) {
                assertThatThrownBy(() -> EmbeddedStore.open(again))
                        .isInstanceOf(DataDirectoryException.class)
                        .hasMessageContaining(
                                directory.resolve("d").toRealPath().toString())
                        .hasMessageContaining("already open");
            }
            assertThat(store.items().put(KEY, ITEM, List.of())).isNotNull();
        }
        EmbeddedStore.open(link).close();
    }

    @Test
    void aDirectoryIsOpenedByOneProcess() throws Exception {
        Process other = ChildProcess.start(DirectoryHolder.class, directory.toString());
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("open");
            assertThatThrownBy(() -> EmbeddedStore.open(directory))
                    .isInstanceOf(DataDirectoryException.class)
                    .hasMessageContaining(directory.toRealPath().toString())
                    .hasMessageContaining("another process");
        } finally {
            other.destroyForcibly().waitFor();
        }
        EmbeddedStore.open(directory).close();
    }

    @Test
    void aDirectoryThatCannotBeIsRefusedByName() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        assertThatThrownBy(() -> EmbeddedStore.open(file))
                .isInstanceOf(DataDirectoryException.class)
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> EmbeddedStore.open(file.resolve("below")))
                .isInstanceOf(DataDirectoryException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void aDamagedItemFileIsRefusedByName() throws IOException {
        Files.writeString(directory.resolve("items.mv"), "not a store ".repeat(1_000));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> EmbeddedStore.open(directory))
                    .isInstanceOf(DataDirectoryException.class)
                    .hasMessageContaining("items.mv");
        }
    }

    @Test
    void aClosedStoreAnswersNothing() {
        EmbeddedStore store = EmbeddedStore.open(directory);
        store.close();
        store.close();
        assertThatThrownBy(() -> store.items().get(KEY))
                .isInstanceOfSatisfying(StoreUnavailableException.class, EmbeddedStoreTest::hadNoEffect);
        assertThatThrownBy(() -> store.items().put(KEY, ITEM, List.of()))
                .isInstanceOfSatisfying(StoreUnavailableException.class, EmbeddedStoreTest::hadNoEffect);
    }

    @Test
    void anInterruptDisturbsNeitherReadersNorWriters() {
        try (EmbeddedStore store = EmbeddedStore.open(directory)) {
            Thread.currentThread().interrupt();
            store.items().put(KEY, ITEM, List.of());
            assertThat(store.items().get(KEY)).contains(ITEM);
            assertThat(Thread.interrupted()).isTrue();
            store.items().put(KEY, ITEM, List.of());
        }
    }

    private static void hadNoEffect(StoreUnavailableException outage) {
        assertThat(outage.effect()).isEqualTo(Effect.NONE);
    }

    /** Opens the directory and waits to be killed. */
    static final class DirectoryHolder {
        public static void main(String[] args) throws InterruptedException {
            EmbeddedStore store = EmbeddedStore.open(Path.of(args[0]));
            System.out.println(store.items().get(KEY).isEmpty() ? "open" : "not empty");
            Thread.currentThread().join();
        }
    }
}
