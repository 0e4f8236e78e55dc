package io.tidemark.audit;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Holds each batch against the time-index entries of a partition. An entry says that no batch in [since, offset) has a
 * maximum above its previous one. Used by one thread.
 */
final class IndexTruth {
    /** More entries of one partition are not checked. */
    static final int MAX_ENTRIES = 100_000;

    private static final int ENTRIES_PER_QUERY = 500;

    private final List<IndexEntry> byOffset;

    /** The lowest previous maximum of any entry from this one on. */
    private final long[] lowestBehind;

    private final String where;
    private final Findings findings;

    private IndexTruth(List<IndexEntry> entries, String where, Findings findings) {
        this.byOffset = new ArrayList<>(entries);
        this.byOffset.sort(Comparator.comparingLong(IndexEntry::offset));
        this.lowestBehind = new long[byOffset.size()];
        this.where = where;
        this.findings = findings;
        long lowest = Long.MAX_VALUE;
        for (int i = byOffset.size() - 1; i >= 0; i--) {
            lowest = Math.min(lowest, byOffset.get(i).previousMaxMs());
            lowestBehind[i] = lowest;
        }
    }

    /** Reads the entries in use. */
    static IndexTruth read(ItemStore items, PartitionAudit.Subject subject, String where, Findings findings) {
        Head.SealedMax sealedMax = subject.head().sealedMax();
        List<IndexEntry> entries = new ArrayList<>();
        Optional<ItemRange> range = sealedMax.indexVersion() == 0
                ? Optional.empty()
                : Optional.of(IndexEntry.all(subject.partition(), sealedMax.indexVersion(), ENTRIES_PER_QUERY));
        while (range.isPresent() && entries.size() < MAX_ENTRIES) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                findings.decoded(where + " " + entry.key().sort(), () -> IndexEntry.decode(entry.key(), entry.item()))
                        .ifPresent(entries::add);
            }
            range = found.next();
        }
        findings.sawIndexEntries(entries.size());
        return new IndexTruth(entries, where, findings);
    }

    /**
     * Holds a run of batches against the entries; an entry that points into the run says nothing of it as a whole.
     *
     * @param firstOffset the base offset of the first batch of the run
     * @param lastOffset the base offset of its last batch, or above
     */
    void observe(long firstOffset, long lastOffset, long maxTimestampMs) {
        for (int i = firstBehind(lastOffset); i < byOffset.size() && lowestBehind[i] < maxTimestampMs; i++) {
            IndexEntry entry = byOffset.get(i);
            if (entry.previousMaxMs() < maxTimestampMs && entry.since() <= firstOffset) {
                findings.add(
                        Rule.INDEX_IS_TRUE,
                        where + " offset " + firstOffset,
                        "a batch with the maximum timestamp " + maxTimestampMs + " belies " + entry);
            }
        }
    }

    /** The first entry whose offset is above this one. */
    private int firstBehind(long offset) {
        int from = 0;
        int to = byOffset.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (byOffset.get(middle).offset() > offset) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }
}
