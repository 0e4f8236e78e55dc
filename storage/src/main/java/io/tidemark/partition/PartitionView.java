package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.record.StoredBatch;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** A partition as one head shows it. Used within one {@link ReadingRule#ask}, by one thread. */
public final class PartitionView {
    private final PartitionId partition;
    private final Head head;
    private final ItemStore items;
    private final SpanLoader loader;

    PartitionView(PartitionId partition, Head head, ItemStore items, SpanLoader loader) {
        this.partition = partition;
        this.head = head;
        this.items = items;
        this.loader = loader;
    }

    public Head head() {
        return head;
    }

    public long logStartOffset() {
        return head.offsets().low();
    }

    public long highWatermark() {
        return head.offsets().high();
    }

    /** Below it offsets are read from segments. */
    public long mergedOffset() {
        return head.offsets().merged();
    }

    /** Below it no transaction is undecided (KIP-98). */
    public long lastStableOffset() {
        return head.lastStableOffset();
    }

    /**
     * The aborted transactions that a READ_COMMITTED reader at this offset has to know. To be asked before any span is
     * walked, see {@link AbortedScan}.
     */
    public AbortedScan abortedFrom(long offset) {
        return AbortedScan.read(items, partition, head, offset);
    }

    /**
     * After a search that found nothing up to {@code bound}, or only less than there was: holds that no compaction can
     * have dropped the match meanwhile for a successor that this view does not show.
     *
     * @throws StalePlanException where one can: it may have reached above the bound
     */
    public void requireNoneCompactedAbove(long bound) {
        Head now = new Heads(items)
                .read(partition)
                .orElseThrow(() -> new StalePlanException("the head of " + partition + " is gone"));
        if (Math.min(now.offsets().merged(), now.lastStableOffset()) > bound) {
            throw new StalePlanException("offsets above " + bound + " may have been compacted meanwhile");
        }
    }

    /** The log from {@code offset} on, in offset order; items are read as the iterator goes. */
    public Iterator<Span> spansFrom(long offset) {
        return new SpanWalk(items, partition, head, offset);
    }

    /** The batches of one span, read and checked. */
    public List<StoredBatch> load(Span span) {
        return loadAll(List.of(span));
    }

    /** The batches, read and checked; neighbours within one object by one ranged read, the others together. */
    public List<StoredBatch> loadAll(List<Span> spans) {
        return loader.load(spans);
    }

    /** The lowest time-index entry at or above the timestamp, if it bounds a search for it. */
    public Optional<IndexEntry> indexEntry(long timestampMs) {
        long version = head.sealedMax().indexVersion();
        if (version == 0) {
            return Optional.empty();
        }
        ItemPage page = items.query(IndexEntry.atOrAbove(partition, version, timestampMs));
        return page.entries().stream()
                .findFirst()
                .map(entry -> IndexEntry.decode(entry.key(), entry.item()))
                .filter(entry -> entry.bounds(timestampMs, logStartOffset()));
    }
}
