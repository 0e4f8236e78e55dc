package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.RecordedFiles.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that MVStore does to its file in a run is written down; then the file is made as it was at each moment of
 * the run, and opened.
 */
class CrashPointTest {
    private static final int UPDATES = 90;
    private static final int KEYS = 9;
    private static final int MAX_FILLING_BYTES = 2_000;
    private static final int SEED = 20_261_130;
    private static final int SECTOR = 512;

    @TempDir
    Path directory;

    private final List<Map<String, Item>> states = new ArrayList<>();

    @Test
    void whatWasAcknowledgedIsThereWhereverTheProcessStops() throws IOException {
        List<Event> events = record();
        Disk disk = new Disk();
        int acknowledged = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.Acknowledged ack) {
                acknowledged = ack.update();
            } else if (events.get(i) instanceof Event.Changed changed) {
                disk.change(changed);
                assertHolds(disk, acknowledged, "stopped after event " + i);
            }
        }
    }

    @Test
    void whatWasAcknowledgedIsThereWhicheverUnsyncedSectorsPowerLossTakes() throws IOException {
        List<Event> events = record();
        SplittableRandom random = new SplittableRandom(SEED);
        Disk synced = new Disk();
        List<Event.Changed> unsynced = new ArrayList<>();
        int acknowledged = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.Acknowledged ack) {
                acknowledged = ack.update();
            } else if (events.get(i) instanceof Event.Synced sync) {
                unsynced.stream()
                        .filter(changed -> changed.journal() == sync.journal())
                        .forEach(synced::change);
                unsynced.removeIf(changed -> changed.journal() == sync.journal());
            } else if (events.get(i) instanceof Event.Changed changed) {
                unsynced.add(changed);
                assertHolds(synced.torn(unsynced, random), acknowledged, "without power after event " + i);
            }
        }
    }

    /** Runs the updates on a recorded store; the model's state after each of them is kept. */
    private List<Event> record() {
        SplittableRandom random = new SplittableRandom(SEED);
        states.add(Map.of());
        EmbeddedItemStore store = EmbeddedItemStore.open(RecordedFiles.name(directory.resolve("recorded.mv")));
        for (int n = 1; n <= UPDATES; n++) {
            byte[] filling = new byte[random.nextInt(MAX_FILLING_BYTES)];
            random.nextBytes(filling);
            String sort = "k" + random.nextInt(KEYS);
            Item item = new Item(Map.of("n", Value.of(n), "filling", Value.of(Bytes.wrap(filling))));
            store.put(new ItemKey("p", sort), item, List.of());
            RecordedFiles.acknowledge(n);
            Map<String, Item> state = new HashMap<>(states.get(n - 1));
            state.put(sort, item);
            states.add(state);
        }
        store.close();
        return RecordedFiles.events();
    }

    /** The last update may have reached the files without having been acknowledged. */
    private void assertHolds(Disk disk, int acknowledged, String when) throws IOException {
        Path file = directory.resolve("crashed.mv");
        Files.write(file, disk.file);
        Files.write(directory.resolve("crashed.mv" + ItemFiles.JOURNAL_SUFFIX), disk.journal);
        Map<String, Item> found = new HashMap<>();
        try (EmbeddedItemStore store = EmbeddedItemStore.open(file)) {
            store.query(ItemRange.ascending("p", "k", "l", KEYS + 1))
                    .entries()
                    .forEach(entry -> found.put(entry.key().sort(), entry.item()));
        }
        assertThat(found)
                .as("seed %s, %s, %s acknowledged", SEED, when, acknowledged)
                .isIn(states.subList(acknowledged, Math.min(acknowledged + 2, states.size())));
    }

    /** What the store's two files hold. */
    private static final class Disk {
        private byte[] file = new byte[0];
        private byte[] journal = new byte[0];

        private void change(Event.Changed changed) {
            if (changed.journal()) {
                journal = changed(journal, changed.change());
            } else {
                file = changed(file, changed.change());
            }
        }

        /** Each sector that was written since the last sync has reached the disk or not, whatever the order. */
        private Disk torn(List<Event.Changed> unsynced, SplittableRandom random) {
            Disk torn = new Disk();
            torn.file = file;
            torn.journal = journal;
            for (Event.Changed changed : unsynced) {
                for (FileChange part : parts(changed.change())) {
                    if (random.nextBoolean()) {
                        torn.change(new Event.Changed(changed.journal(), part));
                    }
                }
            }
            return torn;
        }

        private static List<FileChange> parts(FileChange change) {
            if (!(change instanceof FileChange.Write write)) {
                return List.of(change);
            }
            List<FileChange> parts = new ArrayList<>();
            for (int from = 0; from < write.bytes().size(); from += SECTOR) {
                int size = Math.min(SECTOR, write.bytes().size() - from);
                parts.add(new FileChange.Write(
                        write.position() + from, write.bytes().slice(from, size)));
            }
            return parts;
        }

        private static byte[] changed(byte[] before, FileChange change) {
            byte[] after = Arrays.copyOf(before, (int) change.lengthAfter(before.length));
            if (change instanceof FileChange.Write write) {
                write.overlay(0, after);
            }
            return after;
        }
    }
}
