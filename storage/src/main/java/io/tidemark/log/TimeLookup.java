package io.tidemark.log;

import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.PlacedReference;
import io.tidemark.partition.PartitionView;
import io.tidemark.record.LogRecord;
import io.tidemark.record.TimedOffset;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;

/**
 * Finds records by their time. The time index says where to begin, never what the answer is: that is read from the
 * records (invariant I6).
 */
final class TimeLookup {
    private final PartitionView view;

    TimeLookup(PartitionView view) {
        this.view = view;
    }

    /** The first record, in offset order and at or above the log start, whose timestamp is at or after this one. */
    Optional<TimedOffset> atOrAfter(long timestampMs) {
        if (timestampMs > view.head().maxTimestampMs()) {
            return Optional.empty();
        }
        Iterator<PlacedReference> batches = view.batchesFrom(searchStart(timestampMs));
        while (batches.hasNext()) {
            PlacedReference batch = batches.next();
            if (batch.maxTimestampMs() >= timestampMs) {
                Optional<TimedOffset> match = view.load(batch).firstAtOrAfter(timestampMs, view.logStartOffset());
                if (match.isPresent()) {
                    return match;
                }
            }
        }
        return Optional.empty();
    }

    /** An offset such that no record from the log start up to it is at or after the time. */
    private long searchStart(long timestampMs) {
        long low = view.logStartOffset();
        if (timestampMs > view.head().sealedMax().maxTimestampMs()) {
            return Math.max(low, view.head().offsets().sealed());
        }
        return Math.max(
                low, view.indexEntry(timestampMs).map(IndexEntry::offset).orElse(low));
    }

    /** The first record that carries the largest timestamp of all at or above the log start. */
    Optional<TimedOffset> maximum() {
        if (view.logStartOffset() == view.highWatermark()) {
            return Optional.empty();
        }
        long largest = view.head().maxTimestampMs();
        Optional<TimedOffset> match = largest < 0 ? Optional.empty() : atOrAfter(largest);
        return match.isPresent() ? match : maximumByWalk();
    }

    /**
     * The maximum where no batch carries the largest one any more, or none has a time: all batches' headers are read,
     * and of the bodies that of the batch that the log start cuts, whose header may speak of deleted records, and that
     * of the best other one.
     */
    private Optional<TimedOffset> maximumByWalk() {
        Optional<TimedOffset> best = Optional.empty();
        Optional<PlacedReference> largest = Optional.empty();
        Iterator<PlacedReference> batches = view.batchesFrom(view.logStartOffset());
        while (batches.hasNext()) {
            PlacedReference batch = batches.next();
            if (batch.baseOffset() < view.logStartOffset()) {
                best = maximumOf(batch);
            } else if (largest.filter(other -> other.maxTimestampMs() >= batch.maxTimestampMs())
                    .isEmpty()) {
                largest = Optional.of(batch);
            }
        }
        Optional<TimedOffset> cut = best;
        return largest.filter(batch ->
                        cut.isEmpty() || batch.maxTimestampMs() > cut.get().timestampMs())
                .flatMap(this::maximumOf)
                .or(() -> cut);
    }

    private Optional<TimedOffset> maximumOf(PlacedReference batch) {
        return view.load(batch).records().stream()
                .filter(found -> found.offset() >= view.logStartOffset())
                .max(Comparator.comparingLong(LogRecord::timestampMs)
                        .thenComparing(
                                Comparator.comparingLong(LogRecord::offset).reversed()))
                .map(found -> new TimedOffset(found.offset(), found.timestampMs()));
    }
}
