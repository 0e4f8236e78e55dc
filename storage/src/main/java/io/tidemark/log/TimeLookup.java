package io.tidemark.log;

import io.tidemark.layout.IndexEntry;
import io.tidemark.partition.PartitionView;
import io.tidemark.partition.Span;
import io.tidemark.partition.StalePlanException;
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
        Iterator<Span> spans = view.spansFrom(searchStart(timestampMs));
        while (spans.hasNext()) {
            Span span = spans.next();
            Optional<TimedOffset> match =
                    span.maxTimestampMs() < timestampMs ? Optional.empty() : firstIn(span, timestampMs);
            if (match.isPresent()) {
                return match;
            }
        }
        return Optional.empty();
    }

    private Optional<TimedOffset> firstIn(Span span, long timestampMs) {
        return view.load(span).stream()
                .flatMap(batch -> batch.firstAtOrAfter(timestampMs, view.logStartOffset()).stream())
                .findFirst();
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
     * The maximum where the batch that carried the largest one is deleted, or cut by the log start: what is known of
     * every span is compared, and the one that is cut is read, since what is known of it may be of deleted records.
     */
    private Optional<TimedOffset> maximumByWalk() {
        Optional<TimedOffset> inCutSpan = Optional.empty();
        long largest = NO_TIMESTAMP;
        Iterator<Span> spans = view.spansFrom(view.logStartOffset());
        while (spans.hasNext()) {
            Span span = spans.next();
            if (span.baseOffset() < view.logStartOffset()) {
                inCutSpan = maximumOf(span);
            } else {
                largest = Math.max(largest, span.maxTimestampMs());
            }
        }
        long atLeast = largest;
        return inCutSpan.filter(cut -> cut.timestampMs() >= atLeast).or(() -> carrierOf(atLeast));
    }

    /** A span tells of a record that carries its maximum; where none does any more, it was compacted meanwhile. */
    private Optional<TimedOffset> carrierOf(long largestMs) {
        Optional<TimedOffset> carrier = atOrAfter(largestMs);
        if (carrier.isEmpty() && largestMs > NO_TIMESTAMP) {
            throw new StalePlanException("no record carries the largest timestamp any more");
        }
        return carrier;
    }

    private Optional<TimedOffset> maximumOf(Span span) {
        return view.load(span).stream()
                .flatMap(batch -> batch.maximumFrom(view.logStartOffset()).stream())
                .reduce((first, next) -> next.timestampMs() > first.timestampMs() ? next : first);
    }
}
