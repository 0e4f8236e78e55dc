package io.tidemark.log;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.partition.AbortedScan;
import io.tidemark.partition.PartitionView;
import io.tidemark.partition.Span;
import io.tidemark.record.StoredBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What one look of a fetch answers: whole batches from the asked offset on, as many as fit, one at least. */
record FetchPlan(FetchRequest request, PartitionView view) {

    Fetched read() {
        if (request.isolation() == IsolationLevel.READ_UNCOMMITTED) {
            return answer(upTo(view.highWatermark()), view.highWatermark(), List.of());
        }
        if (request.offset() >= view.lastStableOffset()) {
            return answer(List.of(), request.offset(), List.of());
        }
        AbortedScan aborted = view.abortedFrom(request.offset());
        return answer(upTo(aborted.end()), aborted.end(), aborted.transactions());
    }

    private Fetched answer(List<StoredBatch> batches, long nextIfEmpty, List<AbortedTransaction> aborted) {
        long next = batches.isEmpty()
                ? nextIfEmpty
                : batches.get(batches.size() - 1).lastOffset() + 1;
        return new Fetched(
                view.highWatermark(),
                view.lastStableOffset(),
                view.logStartOffset(),
                next,
                batches,
                reachingInto(batches, next, aborted));
    }

    /**
     * Those that begin below the end of the batches. One whose marker should be among the batches and is not is left
     * out: compaction has dropped it, and its records before, and a client would wait for it and drop what comes later.
     */
    private static List<Fetched.AbortedTransaction> reachingInto(
            List<StoredBatch> batches, long end, List<AbortedTransaction> aborted) {
        Set<Long> markers = batches.stream()
                .filter(StoredBatch::isControl)
                .map(StoredBatch::lastOffset)
                .collect(Collectors.toSet());
        return aborted.stream()
                .filter(each -> each.firstOffset() < end)
                .filter(each -> each.markerOffset() >= end || markers.contains(each.markerOffset()))
                .map(each -> new Fetched.AbortedTransaction(each.producerId(), each.firstOffset()))
                .toList();
    }

    /** Empty only where no batch reaches from the asked offset to the end. */
    private List<StoredBatch> upTo(long end) {
        long from = request.offset();
        while (from < end) {
            List<Span> chosen = choose(from, end);
            List<StoredBatch> batches = chosen.isEmpty() ? List.of() : fitting(view.loadAll(chosen), end);
            if (!batches.isEmpty() || chosen.isEmpty()) {
                return batches;
            }
            // compaction may have left the end of a span without batches: what comes next is read whole, too
            from = chosen.get(0).lastOffset() + 1;
        }
        return List.of();
    }

    private long sizeBytes() {
        return Math.min(request.maxSizeBytes(), Fetch.MAX_SIZE_BYTES);
    }

    /** What to read: the first span whole, because it is not known where in it the offset is, then what fits. */
    private List<Span> choose(long from, long end) {
        List<Span> chosen = new ArrayList<>();
        long left = sizeBytes();
        Iterator<Span> spans = view.spansFrom(from);
        while (spans.hasNext() && (left > 0 || chosen.isEmpty())) {
            Span span = spans.next();
            boolean first = chosen.isEmpty();
            if (span.baseOffset() >= end || (!first && !span.isRun() && span.sizeBytes() > left)) {
                return chosen;
            }
            chosen.add(first ? span : span.cutTo(left));
            left -= first && span.isRun() ? 0 : span.sizeBytes();
        }
        return chosen;
    }

    private List<StoredBatch> fitting(List<StoredBatch> loaded, long end) {
        List<StoredBatch> batches = new ArrayList<>();
        long left = sizeBytes();
        for (StoredBatch batch : loaded) {
            if (batch.lastOffset() < request.offset()) {
                continue;
            }
            left -= batch.sizeBytes();
            if (batch.baseOffset() >= end || (left < 0 && !batches.isEmpty())) {
                return batches;
            }
            batches.add(batch);
        }
        return batches;
    }
}
