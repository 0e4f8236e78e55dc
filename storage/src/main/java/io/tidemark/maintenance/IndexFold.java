package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Makes one time-index entry of those of merged pages: a segment knows its own blocks' times, so one lower bound for
 * all of it is enough. The highest entry takes over what the lowest one says, which is as true under a higher
 * timestamp (invariant I5); the others go. Thread-safe.
 */
final class IndexFold {
    private static final int ENTRIES_PER_QUERY = 200;

    private final ItemStore items;

    IndexFold(ItemStore items) {
        this.items = items;
    }

    void fold(PartitionId partition, Head head, List<Page> merged) {
        List<IndexEntry> entries = entries(partition, head, merged);
        if (entries.size() < 2) {
            return;
        }
        long version = head.sealedMax().indexVersion();
        IndexEntry lowest = entries.get(0);
        IndexEntry highest = entries.get(entries.size() - 1);
        IndexEntry folded =
                new IndexEntry(highest.timestampMs(), lowest.offset(), lowest.previousMaxMs(), lowest.since());
        if (items.put(key(partition, version, highest), folded.encode(), List.of(highest.isUnchanged()))
                instanceof WriteOutcome.Refused) {
            // without it the others are of use
            return;
        }
        for (IndexEntry entry : entries.subList(0, entries.size() - 1)) {
            items.delete(key(partition, version, entry), List.of(entry.isUnchanged()));
        }
    }

    /**
     * The entries that these pages brought, lowest first. Looked for from their largest timestamp down, to the first
     * that points below them: what is behind that one is older, or out of order, and may stay.
     */
    private List<IndexEntry> entries(PartitionId partition, Head head, List<Page> merged) {
        long version = head.sealedMax().indexVersion();
        long toMs = merged.stream().mapToLong(Page::maxTimestampMs).max().orElse(-1);
        if (version == 0 || toMs < 0) {
            return List.of();
        }
        long first = merged.get(0).baseOffset();
        long last = merged.get(merged.size() - 1).lastOffset();
        Deque<IndexEntry> entries = new ArrayDeque<>();
        int limit = Math.min(merged.size() + 1, ENTRIES_PER_QUERY);
        ItemWalk walk = new ItemWalk(items, IndexEntry.atOrBelow(partition, version, toMs, limit));
        while (walk.hasNext()) {
            ItemPage.Entry found = walk.next();
            IndexEntry entry = IndexEntry.decode(found.key(), found.item());
            if (entry.offset() < first) {
                break;
            }
            if (entry.offset() <= last) {
                entries.addFirst(entry);
            }
        }
        return List.copyOf(entries);
    }

    private static ItemKey key(PartitionId partition, long version, IndexEntry entry) {
        return IndexEntry.key(partition, version, entry.timestampMs());
    }
}
