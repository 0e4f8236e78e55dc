package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.Concurrently;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.RecordedFiles.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What many writes cost. */
class ItemFileLoadTest {
    private static final ItemKey HEAD = new ItemKey("p", "H");
    private static final long MIB = 1024 * 1024;

    @TempDir
    java.nio.file.Path directory;

    @Test
    void concurrentWritersShareTheirSyncs() throws Exception {
        int threads = 64;
        int rounds = 30;
        long updates = (long) threads * rounds;
        EmbeddedItemStore store = EmbeddedItemStore.open(RecordedFiles.name(directory.resolve("items.mv")));
        store.put(HEAD, new Item(Map.of("high", Value.of(0))), List.of());
        long before = syncs();
        Concurrently.run(threads, thread -> {
            for (int round = 0; round < rounds; round++) {
                store.update(HEAD, Update.builder().add(Path.of("high"), 1).build());
            }
            return thread;
        });
        assertThat(store.get(HEAD)).contains(new Item(Map.of("high", Value.of(updates))));
        assertThat(syncs() - before).isLessThan(updates / 4);
        store.close();
    }

    @Test
    void theFileStaysSmallHoweverOftenItsItemsChange() throws IOException {
        int writes = 1_500;
        int coldItems = 300;
        SplittableRandom random = new SplittableRandom(3);
        java.nio.file.Path file = directory.resolve("items.mv");
        try (EmbeddedItemStore store = EmbeddedItemStore.open(file)) {
            for (int i = 0; i < writes; i++) {
                byte[] tail = new byte[4_000];
                random.nextBytes(tail);
                store.put(HEAD, new Item(Map.of("tail", Value.of(Bytes.wrap(tail)))), List.of());
                ItemKey cold = new ItemKey("p", "B#" + random.nextInt(coldItems));
                store.put(
                        cold, new Item(Map.of("refs", Value.of(Bytes.wrap(tail).slice(0, 1_000)))), List.of());
            }
            assertThat(Files.size(file)).isLessThan(4 * MIB);
            assertThat(Files.size(directory.resolve("items.mv.journal"))).isLessThanOrEqualTo(RedoJournal.MAX_BYTES);
        }
        assertThat(Files.size(file)).isLessThan(4 * MIB);
    }

    private static long syncs() {
        return RecordedFiles.events().stream()
                .filter(Event.Synced.class::isInstance)
                .count();
    }
}
