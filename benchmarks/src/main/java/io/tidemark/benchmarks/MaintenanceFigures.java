package io.tidemark.benchmarks;

import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.StoreReading;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Prints what maintenance costs: counts, which are the same on every machine, but for the memory. With a directory that
 * is new as its argument it merges there, so that the heap holds nothing but the merge: run it with a small one.
 */
public final class MaintenanceFigures {
    private static final Duration DAY_AND_HOUR = Duration.ofHours(25);
    private static final int KIB = 1 << 10;
    private static final long MIB = 1L << 20;
    private static final int DUE = 10;
    private static final int BATCHES = 8_192;
    private static final int QUESTIONS = 200;
    private static final int SEGMENT_BATCHES = 512;
    private static final int HEADER_SIZE_BYTES = 80;

    private MaintenanceFigures() {}

    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            ticks();
            merges();
            readsBeforeAndAfterAMerge();
        } else {
            memoryOfAMerge(Path.of(arguments[0]));
        }
    }

    private static void ticks() {
        for (int partitions : List.of(DUE, 1_000, 10_000)) {
            MeteredLog log = new MeteredLog(EmbeddedStore.inMemory(), partitions);
            log.tick();
            for (int i = 0; i < DUE; i++) {
                log.append(i, 1_000, KIB);
            }
            log.passes(Duration.ofMinutes(5));
            print("tick over " + partitions + " partitions, none due", log.during(log::tick), 1);
            log.passes(Duration.ofMinutes(25));
            log.during(log::tick);
            for (int i = 0; i < DUE; i++) {
                log.append(i, 1_000, KIB);
            }
            log.passes(Duration.ofMinutes(20));
            print("tick over " + partitions + " partitions, " + DUE + " due", log.during(log::tick), 1);
        }
    }

    private static void merges() {
        for (int sizeKib : List.of(1, 16, 256)) {
            int batches = sizeKib == 256 ? SEGMENT_BATCHES : BATCHES / 4;
            MeteredLog log = new MeteredLog(EmbeddedStore.inMemory(), 1);
            fill(log, batches, sizeKib * KIB - HEADER_SIZE_BYTES);
            log.passes(DAY_AND_HOUR);
            StoreReading reading = log.during(log::tick);
            print("merge of " + batches + " batches of " + sizeKib + " KiB", reading, 1);
            System.out.printf("    scaled to 1 GiB: %.0f times as much%n", (double) (1 << 20) / (batches * sizeKib));
        }
    }

    private static void readsBeforeAndAfterAMerge() {
        MeteredLog log = new MeteredLog(EmbeddedStore.inMemory(), 1);
        fill(log, BATCHES, KIB - HEADER_SIZE_BYTES);
        reads(log, "before a merge");
        log.passes(DAY_AND_HOUR);
        log.tick();
        reads(log, "after it");
    }

    private static void reads(MeteredLog log, String when) {
        SplittableRandom random = new SplittableRandom(1);
        print(
                "lookup of a time " + when,
                log.during(() -> {
                    for (int i = 0; i < QUESTIONS; i++) {
                        log.lookUp(1_000L * random.nextInt(BATCHES));
                    }
                }),
                QUESTIONS);
        print(
                "fetch of 1 MiB " + when,
                log.during(() -> {
                    for (int i = 0; i < QUESTIONS / DUE; i++) {
                        log.fetch(random.nextInt(BATCHES / 2), (int) MIB);
                    }
                }),
                QUESTIONS / DUE);
    }

    private static void memoryOfAMerge(Path directory) {
        try (EmbeddedStore store = EmbeddedStore.open(directory)) {
            MeteredLog log = new MeteredLog(store, 1);
            fill(log, SEGMENT_BATCHES, 256 * KIB - HEADER_SIZE_BYTES);
            log.passes(DAY_AND_HOUR);
            System.gc();
            heap().forEach(MemoryPoolMXBean::resetPeakUsage);
            print("merge of 128 MiB", log.during(log::tick), 1);
            long peak = heap().stream()
                    .mapToLong(pool -> pool.getPeakUsage().getUsed())
                    .sum();
            System.out.printf(
                    "    peak of the heap: %d MiB of at most %d MiB%n",
                    peak / MIB, Runtime.getRuntime().maxMemory() / MIB);
        }
    }

    private static List<MemoryPoolMXBean> heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    /** Batches whose times rise by a second. */
    private static void fill(MeteredLog log, int batches, int sizeBytes) {
        for (int i = 0; i < batches; i++) {
            log.append(0, 1_000L * i, sizeBytes);
        }
    }

    private static void print(String what, StoreReading reading, int times) {
        System.out.printf(
                "%s: items %.1f gets, %.1f queries (%.1f units), %.1f writes (%.1f units);"
                        + " objects %.1f gets of %.1f KiB in all, %.1f puts of %.1f KiB, %.1f lists, %.1f deleted%n",
                what,
                (double) reading.itemReads().gets() / times,
                (double) reading.itemReads().queries() / times,
                (double) reading.itemReads().readUnits() / times,
                (double) reading.itemWrites().requests() / times,
                (double) reading.itemWrites().writeUnits() / times,
                (double) reading.objectReads().gets() / times,
                (double) reading.objectReads().bytes() / KIB / times,
                (double) reading.objectWrites().puts() / times,
                (double) reading.objectWrites().bytes() / KIB / times,
                (double) reading.objectReads().lists() / times,
                (double) reading.objectWrites().deletes() / times);
    }
}
