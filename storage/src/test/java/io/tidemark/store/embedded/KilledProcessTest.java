package io.tidemark.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that appends and says so is killed at a random moment, several times over on one directory. */
class KilledProcessTest {
    private static final int SEED = 7_201;
    private static final int KILLS = 4;
    private static final int THREADS = 8;
    private static final int MAX_LINES_BEFORE_KILL = 400;
    private static final int OBJECT_BYTES = 3_000;

    @TempDir
    java.nio.file.Path directory;

    @Test
    void whatWasAcknowledgedBeforeAKillIsThereAndWhole() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<String, Long> acknowledged = new TreeMap<>();
        for (int kill = 0; kill < KILLS; kill++) {
            runUntilKilled(1 + random.nextInt(MAX_LINES_BEFORE_KILL), acknowledged);
            assertHolds(acknowledged);
        }
        assertThat(acknowledged).as("threads that got somewhere").hasSizeGreaterThan(1);
    }

    /** Every line is "thread number", the number of appends that this thread has seen succeed. */
    private void runUntilKilled(int lines, Map<String, Long> acknowledged) throws Exception {
        Process process = ChildProcess.start(Appender.class, directory.toString());
        try (BufferedReader output = process.inputReader()) {
            int count = 0;
            String line = output.readLine();
            while (line != null) {
                String[] words = line.split(" ", -1);
                // a last line that the kill cut is no acknowledgement
                if (words.length == 3 && words[2].equals("ok")) {
                    acknowledged.put(words[0], Long.parseLong(words[1]));
                }
                if (++count == lines) {
                    // not by the process itself, which would close its output before the last lines are read
                    process.toHandle().destroyForcibly();
                }
                line = output.readLine();
            }
            assertThat(count).as("lines before the process ended").isGreaterThanOrEqualTo(lines);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void assertHolds(Map<String, Long> acknowledged) {
        try (EmbeddedStore store = EmbeddedStore.open(directory)) {
            acknowledged.forEach((thread, count) -> {
                Item item = store.items().get(key(thread)).orElseThrow();
                long stored = number(item);
                assertThat(stored).as("seed %s, thread %s", SEED, thread).isGreaterThanOrEqualTo(count);
                Value.Sequence names = (Value.Sequence) item.attribute("names").orElseThrow();
                // a kill between an append and the removal that follows it leaves one name more
                assertThat(names.values())
                        .hasSizeBetween((int) Math.min(stored, Appender.KEPT_NAMES), Appender.KEPT_NAMES + KILLS);
                for (Value name : names.values()) {
                    String object = ((Value.Blob) name).value().utf8();
                    assertThat(store.objects().get(object, 0, OBJECT_BYTES * 2))
                            .as(object)
                            .contains(content(object));
                }
            });
        }
    }

    private static ItemKey key(String thread) {
        return new ItemKey("appender", thread);
    }

    private static long number(Item item) {
        return ((Value.Number) item.attribute("count").orElseThrow()).value();
    }

    private static Bytes content(String name) {
        byte[] bytes = new byte[OBJECT_BYTES];
        new SplittableRandom(name.hashCode()).nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    /** Appends on several threads, as a log does: an object, then an item that names it. */
    static final class Appender {
        static final int KEPT_NAMES = 40;

        public static void main(String[] args) {
            EmbeddedStore store = EmbeddedStore.open(java.nio.file.Path.of(args[0]));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String name = "t" + i;
                threads.add(new Thread(() -> append(store, name)));
            }
            threads.forEach(Thread::start);
        }

        private static void append(EmbeddedStore store, String thread) {
            Item empty = new Item(Map.of("count", Value.of(0), "names", Value.Sequence.EMPTY));
            long count = store.items()
                    .get(key(thread))
                    .map(KilledProcessTest::number)
                    .orElse(0L);
            if (count == 0) {
                store.items().put(key(thread), empty, List.of());
            }
            while (true) {
                count++;
                String object = "data/" + thread + "/" + count;
                // the process before this one may have come as far as that
                store.objects().putIfAbsent(object, content(object));
                Update.Builder update = Update.builder().add(Path.of("count"), 1);
                store.items()
                        .update(
                                key(thread),
                                update.append(Path.of("names"), Bytes.utf8(object))
                                        .build());
                if (count > KEPT_NAMES) {
                    store.items()
                            .update(
                                    key(thread),
                                    Update.builder()
                                            .removeFirst(Path.of("names"), 1)
                                            .build());
                }
                System.out.println(thread + " " + count + " ok");
            }
        }
    }
}
