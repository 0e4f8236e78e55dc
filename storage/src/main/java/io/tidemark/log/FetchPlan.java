package io.tidemark.log;

import io.tidemark.partition.PartitionView;
import io.tidemark.partition.Span;
import io.tidemark.record.StoredBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Which batches one look of a fetch answers: whole ones from the asked offset on, as many as fit, one at least. */
record FetchPlan(FetchRequest request, PartitionView view) {

    List<StoredBatch> read() {
        return request.offset() >= bound() ? List.of() : fitting(view.loadAll(choose()));
    }

    private long bound() {
        return request.isolation() == IsolationLevel.READ_COMMITTED ? view.lastStableOffset() : view.highWatermark();
    }

    private long sizeBytes() {
        return Math.min(request.maxSizeBytes(), Fetch.MAX_SIZE_BYTES);
    }

    /** What to read: the first span whole, because it is not known where in it the offset is, then what fits. */
    private List<Span> choose() {
        List<Span> chosen = new ArrayList<>();
        long left = sizeBytes();
        Iterator<Span> spans = view.spansFrom(request.offset());
        while (spans.hasNext() && (left > 0 || chosen.isEmpty())) {
            Span span = spans.next();
            boolean first = chosen.isEmpty();
            if (span.baseOffset() >= bound() || (!first && !span.placed() && span.sizeBytes() > left)) {
                return chosen;
            }
            chosen.add(first ? span : span.cutTo(left));
            left -= first && span.placed() ? 0 : span.sizeBytes();
        }
        return chosen;
    }

    private List<StoredBatch> fitting(List<StoredBatch> loaded) {
        List<StoredBatch> batches = new ArrayList<>();
        long left = sizeBytes();
        for (StoredBatch batch : loaded) {
            if (batch.lastOffset() < request.offset()) {
                continue;
            }
            left -= batch.sizeBytes();
            if (batch.baseOffset() >= bound() || (left < 0 && !batches.isEmpty())) {
                return batches;
            }
            batches.add(batch);
        }
        return batches;
    }
}
