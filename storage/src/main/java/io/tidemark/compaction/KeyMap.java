package io.tidemark.compaction;

import io.tidemark.layout.Segment;
import io.tidemark.partition.SealedBatches;
import io.tidemark.partition.Span;
import io.tidemark.record.StoredBatch;
import io.tidemark.topic.PartitionId;
import java.util.List;

/**
 * The keys of a dirty range while they are read. Where no more fit, the map ends at that record, wherever in a batch it
 * is: what lies below was mapped as a whole. Used by one thread.
 */
final class KeyMap {
    private final KeyOffsets keys;
    private final long from;
    private long mappedTo;
    private boolean full;

    /** For the keys of the records from {@code from} on and below {@code to}. */
    KeyMap(long from, long to, int maxSizeBytes) {
        this.keys = new KeyOffsets(to - from, maxSizeBytes);
        this.from = from;
        this.mappedTo = to;
    }

    KeyOffsets keys() {
        return keys;
    }

    /** Whether a key did not fit. */
    boolean isFull() {
        return full;
    }

    /** Where the map ends; once it is full that is the first record that did not fit. */
    long mappedTo() {
        return mappedTo;
    }

    /** Ends the map where nothing was added any more. */
    void endBefore(long offset) {
        mappedTo = Math.min(mappedTo, offset);
    }

    /** Adds the keys of a segment, as long as they fit. What was aborted has none that count. */
    void add(PartitionId partition, Segment segment, SealedBatches batches, TransactionTrace transactions) {
        for (List<Span> piece : SealedBatches.pieces(partition, segment, from)) {
            for (StoredBatch batch : batches.load(piece)) {
                if (!full && !batch.isControl() && batch.lastOffset() >= from && !transactions.isAborted(batch)) {
                    add(batch);
                }
            }
            if (full) {
                return;
            }
        }
    }

    private void add(StoredBatch batch) {
        batch.readKeys((offset, key) -> {
            boolean counts = offset >= from && offset < mappedTo && key.isPresent();
            if (counts && !keys.put(key.get(), offset)) {
                full = true;
                mappedTo = offset;
            }
            return !full;
        });
    }
}
