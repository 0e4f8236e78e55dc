package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.compaction.Compaction;
import io.tidemark.layout.CompactionCursor;
import io.tidemark.log.Fetched;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ItemKey;
import io.tidemark.sweep.WatchedStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Compactions that have time for some store calls, each of which takes a millisecond, and perhaps little memory. */
record BriefCompaction(CompactedWorld compacted, int mapSizeBytes) {
    static final int ENDLESS = 1_000_000_000;

    private static final int A_LOT = 1 << 20;
    private static final Duration CALL = Duration.ofMillis(1);

    BriefCompaction(CompactedWorld compacted) {
        this(compacted, Compaction.MAX_MAP_SIZE_BYTES);
    }

    StepOutcome run(int calls) {
        return run(new WatchedStores(compacted.world.store), calls, call -> {});
    }

    /** @param before is done before each call, by somebody else */
    StepOutcome run(WatchedStores watched, int calls, IntConsumer before) {
        watched.beforeEach(call -> {
            compacted.world.passes(CALL);
            before.accept(call);
        });
        Compact step = new Compact(
                new Compaction(watched.items(), watched.objects(), compacted.world.environment(), mapSizeBytes));
        return step.run(new Job(
                compacted.topic,
                compacted.partition,
                compacted.world.head(compacted.partition),
                compacted.world.now(),
                compacted.world.now().plus(CALL.multipliedBy(calls))));
    }

    /** Runs until nothing is due, each of which comes on; how many there were. */
    int runToTheEnd(int calls) {
        for (int runs = 0; ; runs++) {
            Reached before = reached();
            StepOutcome outcome = run(calls);
            if (outcome instanceof StepOutcome.Idle) {
                return runs;
            }
            assertThat(outcome).as("run %d", runs).isNotInstanceOf(StepOutcome.Skipped.class);
            assertThat(reached()).as("run %d, %s", runs, outcome).isGreaterThan(before);
        }
    }

    /** How far the passes have come. */
    private record Reached(long cleaned, long next) implements Comparable<Reached> {
        @Override
        public int compareTo(Reached other) {
            return cleaned == other.cleaned ? Long.compare(next, other.next) : Long.compare(cleaned, other.cleaned);
        }
    }

    private Reached reached() {
        long cleaned = compacted.offsets().cleaned();
        return new Reached(
                cleaned,
                cursor().filter(cursor -> cursor.cleaned() == cleaned)
                        .map(CompactionCursor::next)
                        .orElse(-1L));
    }

    Optional<CompactionCursor> cursor() {
        ItemKey key = CompactionCursor.key(compacted.partition);
        return compacted.world.store.items().get(key).map(item -> CompactionCursor.decode(key, item));
    }

    /** All that is left, but when its delete horizons are. */
    List<String> left() {
        List<String> left = new ArrayList<>();
        for (long next = compacted.offsets().low(); next < compacted.offsets().high(); ) {
            Fetched fetched = compacted.fetch(next, A_LOT);
            fetched.batches().forEach(batch -> left.add(shape(batch)));
            next = fetched.nextOffset();
        }
        return left;
    }

    private static String shape(StoredBatch batch) {
        return batch.baseOffset() + ".." + batch.lastOffset() + " " + batch.records()
                + (batch.deleteHorizonMs().isPresent() ? " until a horizon" : "")
                + " max " + batch.maxTimestampMs() + " " + batch.timestampType()
                + (batch.isControl() ? " marker" : "")
                + (batch.isTransactional() ? " in a transaction of " + batch.producerId() : "");
    }

    /** What is told of aborts. */
    List<String> aborts() {
        return compacted.world.items(compacted.partition).stream()
                .map(entry -> entry.key().sort())
                .filter(sort -> sort.startsWith("A#"))
                .toList();
    }
}
