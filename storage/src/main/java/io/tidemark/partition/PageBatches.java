package io.tidemark.partition;

import io.tidemark.layout.PlacedReference;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.List;
import java.util.concurrent.Executor;

/** Reads batches that pages name, for maintenance, which has its pages already. Thread-safe. */
public final class PageBatches {
    private final SpanLoader loader;

    public PageBatches(ObjectStore objects, Executor executor) {
        this.loader = new SpanLoader(objects, executor);
    }

    /** The batches, checked; in the order given. */
    public List<StoredBatch> load(List<PlacedReference> batches) {
        try {
            return loader.load(batches.stream().map(Span::of).toList());
        } catch (StalePlanException e) {
            throw new StoreUnavailableException(Effect.NONE, "a batch that a page names is missing", e);
        }
    }
}
