package io.tidemark.log;

import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.PlacedReference;
import io.tidemark.partition.PartitionView;
import io.tidemark.record.TimedOffset;
import java.util.Iterator;
import java.util.Optional;

/**
 * Finds records by their time. The time index says where to begin, never what the answer is: that is read from the
 * records (invariant I6).
 */
final class TimeLookup {
    /** Kafka's timestamp of a record that has none; also the maximum of a batch without one. */
    private static final long NO_TIMESTAMP = -1;

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
        Optional<IndexEntry> entry = timestampMs > NO_TIMESTAMP ? view.indexEntry(timestampMs) : Optional.empty();
        return Math.max(low, entry.map(IndexEntry::offset).orElse(low));
    }

    /**
     * The first record that carries the largest timestamp of all at or above the log start. Timestamps below
     * NO_TIMESTAMP never count, as in Kafka, whose batch headers do not tell them.
     */
    Optional<TimedOffset> maximum() {
        long largest = view.head().maxTimestampMs();
        Optional<TimedOffset> match = atOrAfter(largest);
        return match.isPresent() || largest == NO_TIMESTAMP ? match : maximumByWalk();
    }

    /**
     * The maximum where the batch that carried the largest one is deleted, or cut by the log start: all batches'
     * headers are read, and of the bodies that of the batch that is cut, whose header may speak of deleted records.
     */
    private Optional<TimedOffset> maximumByWalk() {
        Optional<TimedOffset> inCutBatch = Optional.empty();
        long largest = NO_TIMESTAMP;
        Iterator<PlacedReference> batches = view.batchesFrom(view.logStartOffset());
        while (batches.hasNext()) {
            PlacedReference batch = batches.next();
            if (batch.baseOffset() < view.logStartOffset()) {
                inCutBatch = view.load(batch).maximumFrom(view.logStartOffset());
            } else {
                largest = Math.max(largest, batch.maxTimestampMs());
            }
        }
        long atLeast = largest;
        return inCutBatch.filter(cut -> cut.timestampMs() >= atLeast).or(() -> atOrAfter(atLeast));
    }
}
