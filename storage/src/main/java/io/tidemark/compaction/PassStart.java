package io.tidemark.compaction;

import io.tidemark.layout.CompactionCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Where a run takes a pass up. Pure.
 *
 * @param mapTo no key at or above is mapped
 * @param next the segments from here on are gone over
 * @param producers those with a transaction that has records below {@code next} and its marker at or above
 * @param goesOn whether an earlier run began the pass
 */
record PassStart(long mapTo, long next, Set<Long> producers, boolean goesOn) {
    /**
     * What a cursor says holds for every map that ends no higher than the one that it was made with. So this run maps up
     * to there at most; should it come less far, the pass ends sooner and is as sound.
     *
     * @param cursor what is noted of the partition, of whatever pass
     */
    static PassStart of(CompactionTask task, DirtyRange range, Optional<CompactionCursor> cursor) {
        long low = task.head().offsets().low();
        return cursor.filter(noted -> noted.cleaned() == task.head().offsets().cleaned())
                // a log start that has passed what was mapped leaves nothing of that pass
                .filter(noted -> noted.mappedTo() > range.from())
                .map(noted -> new PassStart(
                        Math.min(range.to(), noted.mappedTo()), Math.max(low, noted.next()), noted.producers(), true))
                .orElseGet(() -> new PassStart(range.to(), low, Set.of(), false));
    }

    /**
     * Until when another segment's keys are read: the rest of the time is for going over the segments. Half of it is
     * enough at first; to read the same keys again, perhaps slower, a quarter more is given.
     */
    Instant mapUntil(Instant now, Instant end) {
        Duration quarter = Duration.between(now, end).dividedBy(4);
        return now.plus(quarter.multipliedBy(goesOn ? 3 : 2));
    }
}
