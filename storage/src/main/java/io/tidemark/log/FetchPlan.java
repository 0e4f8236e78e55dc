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
            return answer(upTo(view.highWatermark()), request.offset(), List.of());
        }
        if (request.offset() >= view.lastStableOffset()) {
            return answer(List.of(), request.offset(), List.of());
        }
        AbortedScan aborted = view.abortedFrom(request.offset());
        List<StoredBatch> batches = upTo(aborted.end());
        // where compaction has emptied all up to there, there may be more behind it
        long nextIfEmpty = aborted.end() < view.lastStableOffset() ? aborted.end() : request.offset();
        return answer(batches, nextIfEmpty, aborted.transactions());
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

    private List<StoredBatch> upTo(long end) {
        return request.offset() >= end ? List.of() : fitting(view.loadAll(choose(end)), end);
    }

    private long sizeBytes() {
        return Math.min(request.maxSizeBytes(), Fetch.MAX_SIZE_BYTES);
    }

    /** What to read: the first span whole, because it is not known where in it the offset is, then what fits. */
    private List<Span> choose(long end) {
        List<Span> chosen = new ArrayList<>();
        long left = sizeBytes();
        Iterator<Span> spans = view.spansFrom(request.offset());
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
