package io.tidemark.maintenance;

import io.tidemark.layout.DueEntry;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The partitions that are due. A run reads each shard once; what it has no time for stays due. Thread-safe.
 */
final class DueQueue {
    private static final int ENTRIES_PER_QUERY = 100;

    private final ItemStore items;

    DueQueue(ItemStore items) {
        this.items = items;
    }

    /** What is due in one shard, oldest first, at most {@link #ENTRIES_PER_QUERY}: the next run finds the others. */
    List<DueEntry> due(int shard, Instant now) {
        List<DueEntry> entries = new ArrayList<>();
        ItemPage page = items.query(DueEntry.due(shard, now, ENTRIES_PER_QUERY));
        for (ItemPage.Entry entry : page.entries()) {
            entries.add(DueEntry.decode(entry.key(), entry.item()));
        }
        return entries;
    }

    /** Puts the successor before the entry goes: whoever dies in between leaves one too many, never none. */
    void replace(DueEntry handled, Optional<Instant> next) {
        next.map(time -> DueEntry.notBefore(handled.topic(), handled.partition(), time))
                .filter(successor -> !successor.equals(handled))
                .ifPresent(this::put);
        items.delete(handled.key(), List.of());
    }

    void put(DueEntry entry) {
        items.put(entry.key(), entry.encode(), List.of());
    }
}
