package io.tidemark.partition;

import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Reads what segments and pages name, a piece in memory at a time, for maintenance, which has those. Thread-safe. */
public final class SealedBatches {
    /** What is read at a time, but for a block that is larger. */
    private static final int PIECE_SIZE_BYTES = 8 << 20;

    private final SpanLoader loader;

    public SealedBatches(ObjectStore objects, Executor executor) {
        this.loader = new SpanLoader(objects, executor);
    }

    /** The batches that a page names, checked; in the order given. */
    public List<StoredBatch> loadNamed(List<PlacedReference> batches) {
        try {
            return loader.load(batches.stream().map(Span::of).toList());
        } catch (StalePlanException e) {
            throw new StoreUnavailableException(Effect.NONE, "a batch that a page names is missing", e);
        }
    }

    /** The segment's spans that reach to {@code from} or above, in offset order and in pieces to be loaded. */
    public static List<List<Span>> pieces(PartitionId partition, Segment segment, long from) {
        List<List<Span>> pieces = new ArrayList<>();
        List<Span> piece = new ArrayList<>();
        long sizeBytes = 0;
        for (Span span : Span.of(partition, segment)) {
            if (span.lastOffset() < from) {
                continue;
            }
            if (!piece.isEmpty() && sizeBytes + span.sizeBytes() > PIECE_SIZE_BYTES) {
                pieces.add(piece);
                piece = new ArrayList<>();
                sizeBytes = 0;
            }
            piece.add(span);
            sizeBytes += span.sizeBytes();
        }
        if (!piece.isEmpty()) {
            pieces.add(piece);
        }
        return pieces;
    }

    /**
     * The batches of a piece, checked.
     *
     * @throws StalePlanException where the object is gone: the segment was written anew, or removed
     */
    public List<StoredBatch> load(List<Span> piece) {
        return loader.load(piece);
    }
}
