package io.tidemark.maintenance;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.layout.UnreadableItemException;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The partitions and transactional ids that are due. A run reads each shard once; what it has no time for stays due. Thread-safe.
 */
final class DueQueue {
    private static final int ENTRIES_PER_QUERY = 100;

    /** How far behind a long queue of partitions transactions are looked for: they hold readers back. */
    private static final int MAX_QUERIES = 10;

    private final ItemStore items;

    DueQueue(ItemStore items) {
        this.items = items;
    }

    /**
     * What is due in one shard, oldest first, at most {@link #ENTRIES_PER_QUERY}, and transactions that stand behind
     * these: the next run finds the others.
     *
     * @param unreadable is told of each entry that cannot be read, which keeps no other one back
     */
    List<Due> due(int shard, Instant now, BiConsumer<ItemKey, RuntimeException> unreadable) {
        List<Due> entries = new ArrayList<>();
        Optional<ItemRange> range = Optional.of(DueEntry.due(shard, now, ENTRIES_PER_QUERY));
        for (int query = 0; query < MAX_QUERIES && range.isPresent(); query++) {
            ItemPage page = items.query(range.get());
            for (ItemPage.Entry found : page.entries()) {
                decoded(found, unreadable)
                        .filter(due -> entries.size() < ENTRIES_PER_QUERY || due instanceof DueTransaction)
                        .ifPresent(entries::add);
            }
            range = page.next();
        }
        return entries;
    }

    private static Optional<Due> decoded(ItemPage.Entry found, BiConsumer<ItemKey, RuntimeException> unreadable) {
        try {
            return Optional.of(Due.decode(found.key(), found.item()));
        } catch (UnreadableItemException | IllegalArgumentException e) {
            unreadable.accept(found.key(), e);
            return Optional.empty();
        }
    }

    /** Puts the successor before the entry goes: whoever dies in between leaves one too many, never none. */
    void replace(DueEntry handled, Optional<Instant> next) {
        replaceBy(handled, next.map(time -> DueEntry.notBefore(handled.topic(), handled.partition(), time)));
    }

    /**
     * Puts an entry that could not be done behind all that have waited longer, and leaves it due: it must not take their
     * turn in every run.
     */
    void putBack(DueEntry undone, Instant now) {
        DueEntry back = DueEntry.notAfter(undone.topic(), undone.partition(), now);
        if (back.at().isAfter(undone.at())) {
            put(back);
            items.delete(undone.key(), List.of());
        }
    }

    /** As for a partition. */
    void replace(DueTransaction handled, Optional<Instant> next) {
        replaceBy(handled, next.map(time -> new DueTransaction(handled.id(), time)));
    }

    /** An entry that is its own successor stays. */
    private void replaceBy(Due handled, Optional<? extends Due> successor) {
        if (successor.filter(handled::equals).isEmpty()) {
            successor.ifPresent(this::put);
            items.delete(handled.key(), List.of());
        }
    }

    void put(Due entry) {
        items.put(entry.key(), entry.encode(), List.of());
    }
}
