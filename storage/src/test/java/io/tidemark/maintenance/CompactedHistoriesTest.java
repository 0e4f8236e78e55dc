package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.Head;
import io.tidemark.simulation.run.SeededRuns;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.SilentLog;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.sweep.WatchedStores.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random histories of a compacted partition, in which every run of maintenance may be slow, be too old, lose a call or
 * die at one, and meet another run, a producer or a deletion between any two of its calls. Nothing is lost, comes back
 * or is answered wrongly; and in the end the queue alone, without the daily sweep, brings all work to its end. {@code
 * -Dtidemark.seed=S} replays one, {@code -Dtidemark.simulations=N} makes N of them, from {@code -Dtidemark.firstSeed} on.
 */
final class CompactedHistoriesTest {
    private static final int HISTORIES = 8;
    private static final int STEPS = 60;
    private static final int CHECK_EVERY = 6;
    private static final int MAX_CALL = 120;
    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final Set<StepName> ON_PARTITIONS =
            EnumSet.complementOf(EnumSet.of(StepName.SWEEP, StepName.PURGE, StepName.END_TRANSACTIONS));

    @RegisterExtension
    static final SilentLog LOG = SilentLog.of("io.tidemark");

    @Test
    void nothingGoesWrongAndAllWorkEnds() throws InterruptedException {
        SeededRuns.all(HISTORIES, seed -> {
            History history = new History(seed);
            history.run();
            return history.compacted.offsets().cleaned();
        });
    }

    /** Used by one thread, once. */
    private static final class History {
        private final Random random;
        private final CompactedWorld compacted;
        private final ManySegments log;
        private int number;

        History(long seed) {
            this.random = new Random(seed);
            this.compacted = new CompactedWorld(
                    seed,
                    "min.cleanable.dirty.ratio",
                    "0",
                    "delete.retention.ms",
                    random.nextInt(3) == 0 ? "0" : "3600000",
                    "min.compaction.lag.ms",
                    random.nextInt(3) == 0 ? "172800000" : "0");
            this.log = new ManySegments(random, compacted);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                IntStream.range(0, random.nextInt(12)).forEach(i -> log.append(number++));
                maintain(2);
                if (step % CHECK_EVERY == 0) {
                    CompactTransactionsTest.check(compacted, "step " + step);
                }
            }
            log.endAll();
            CompactTransactionsTest.check(compacted, "before the end");
            endByTheQueue();
            CompactTransactionsTest.check(compacted, "in the end");
        }

        /** @param depth how many runs may be at work together */
        private void maintain(int depth) {
            WatchedStores stores = new WatchedStores(compacted.world.store);
            if (random.nextInt(4) == 0) {
                Stop stop = random.nextBoolean() ? Stop.BEFORE : Stop.AFTER;
                int at = 1 + random.nextInt(MAX_CALL);
                stores = random.nextBoolean() ? stores.failAt(at, stop) : stores.stopAt(at, stop);
            }
            int meets = depth > 1 && random.nextBoolean() ? 1 + random.nextInt(MAX_CALL) : -1;
            Duration each = Duration.ofSeconds(List.of(0, 0, 4, 15, 70).get(random.nextInt(5)));
            stores.beforeEach(call -> {
                compacted.world.passes(each);
                if (call == meets) {
                    other(depth - 1);
                }
            });
            try {
                run(stores);
            } catch (StoreUnavailableException stopped) {
                // the next run goes on
            }
        }

        private void run(WatchedStores stores) {
            switch (random.nextInt(8)) {
                case 0, 1 ->
                    new BriefCompaction(compacted, random.nextBoolean() ? 100 : 1 << 20)
                            .run(stores, random.nextInt(30), call -> {});
                case 2, 3 -> run(stores, MaintenanceRequest.due(BUDGET));
                case 4 -> {
                    compacted.world.passes(Duration.ofHours(25));
                    run(stores, named(EnumSet.of(StepName.SEAL, StepName.MERGE)));
                }
                case 5 -> run(stores, named(Set.of(List.copyOf(ON_PARTITIONS).get(random.nextInt(8)))));
                case 6 -> run(stores, named(ON_PARTITIONS));
                default -> {
                    compacted.world.passes(Duration.ofHours(random.nextInt(30)));
                    run(stores, MaintenanceRequest.due(BUDGET));
                }
            }
        }

        private MaintenanceRequest named(Set<StepName> steps) {
            return new MaintenanceRequest(BUDGET, steps, Set.of(compacted.topic.name()));
        }

        private void run(WatchedStores stores, MaintenanceRequest request) {
            MaintenanceReport unused =
                    new Maintenance(stores.objects(), stores.items(), compacted.world.environment()).run(request);
        }

        private void other(int depth) {
            switch (random.nextInt(5)) {
                case 0 -> IntStream.range(0, random.nextInt(20)).forEach(i -> log.append(number++));
                case 1 -> {
                    long low = compacted.offsets().low();
                    long high = compacted.offsets().high();
                    compacted.deleteBefore(random.nextInt(9) == 0 ? high : low + (high - low) / 5);
                }
                default -> maintain(depth);
            }
        }

        /** Without the sweep, which would put back what the queue has lost. */
        private void endByTheQueue() {
            for (int day = 0; day < 6; day++) {
                Set<ItemKey> queued = queue();
                compacted.world.swept();
                queue().stream()
                        .filter(key -> !queued.contains(key))
                        .forEach(key -> compacted.world.store.items().delete(key, List.of()));
                for (int run = 0; run < 5; run++) {
                    MaintenanceReport report = compacted.runAllDue(new WatchedStores(compacted.world.store));
                    assertThat(report.failed()).isEmpty();
                    assertThat(report.skipped()).isEmpty();
                    compacted.world.passes(Duration.ofMinutes(280));
                }
            }
            Head head = compacted.world.head(compacted.partition);
            Head.Offsets offsets = head.offsets();
            assertThat(head.tail()).isEmpty();
            assertThat(Math.max(offsets.low(), offsets.merged())).isEqualTo(offsets.high());
            assertThat(Math.max(offsets.low(), offsets.cleaned())).isEqualTo(offsets.high());
            assertThat(compacted.segments()).allMatch(segment -> segment.lastOffset() >= offsets.low());
            assertThat(compacted.world.items(compacted.partition))
                    .noneMatch(entry -> entry.key().sort().startsWith("B#"));
            assertThat(queue()).as("nothing stays due for ever").isEmpty();
        }

        private Set<ItemKey> queue() {
            return IntStream.range(0, DueEntry.SHARDS)
                    .mapToObj(shard -> DueEntry.due(shard, Instant.ofEpochMilli(Long.MAX_VALUE), 1_000))
                    .map(range -> compacted.world.store.items().query(range))
                    .map(ItemPage::entries)
                    .flatMap(List::stream)
                    .filter(entry -> Due.decode(entry.key(), entry.item()) instanceof DueEntry)
                    .map(ItemPage.Entry::key)
                    .collect(Collectors.toSet());
        }
    }
}
