package io.tidemark.compaction;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The aborted transactions that reach into a dirty range. Below it nothing that was aborted is left: the pass that
 * mapped it dropped that. Used by one thread.
 */
final class AbortedTransactions {
    /** With more a pass ends before those that it does not know. */
    static final int MAX_HELD = 100_000;

    private static final int ENTRIES_PER_QUERY = 500;

    private final ItemStore items;
    private final PartitionId partition;
    private final List<AbortedTransaction> held;
    private final long end;
    private final boolean areTold;

    private AbortedTransactions(
            ItemStore items, PartitionId partition, List<AbortedTransaction> held, long end, boolean areTold) {
        this.items = items;
        this.partition = partition;
        this.held = held;
        this.end = end;
        this.areTold = areTold;
    }

    /**
     * Those that reach into what is dirty below {@code to}; an abort marker may stand far behind what it aborts, in no
     * segment yet.
     */
    static AbortedTransactions read(ItemStore items, CompactionTask task, long to, int maxHeld) {
        long from = task.dirtyFrom();
        long low = task.head().offsets().low();
        boolean areTold = !items.query(AbortedTransaction.from(task.partition(), low, 1))
                .entries()
                .isEmpty();
        List<AbortedTransaction> held = new ArrayList<>();
        long end = to;
        Optional<ItemRange> next = areTold
                ? Optional.of(AbortedTransaction.from(task.partition(), from, ENTRIES_PER_QUERY))
                : Optional.empty();
        while (next.isPresent()) {
            ItemPage found = items.query(next.get());
            found.entries().forEach(entry -> held.add(AbortedTransaction.decode(entry.key(), entry.item())));
            // what comes behind the last one begins at or above this
            long told = held.isEmpty() ? 0 : held.get(held.size() - 1).stableOffset();
            boolean isEnough = told >= to || (held.size() >= maxHeld && told > from);
            end = found.next().isPresent() && isEnough ? Math.min(end, told) : end;
            next = isEnough ? Optional.empty() : found.next();
        }
        return new AbortedTransactions(items, task.partition(), held, end, areTold);
    }

    /** How far all of them are known. */
    long end() {
        return end;
    }

    /** @param producers those with a batch that was passed before and a marker that was not */
    TransactionTrace trace(Set<Long> producers) {
        return new TransactionTrace(held, producers);
    }

    /** Deletes what tells of an abort whose marker stood in this range and has gone. */
    void deleteWithout(BatchFilter filter, long firstOffset, long lastOffset) {
        Optional<ItemRange> next = areTold
                ? Optional.of(AbortedTransaction.between(partition, firstOffset, lastOffset + 1, ENTRIES_PER_QUERY))
                : Optional.empty();
        while (next.isPresent()) {
            ItemPage found = items.query(next.get());
            for (ItemPage.Entry entry : found.entries()) {
                long marker =
                        AbortedTransaction.decode(entry.key(), entry.item()).markerOffset();
                if (!filter.hasKept(marker)) {
                    items.delete(entry.key(), List.of());
                }
            }
            next = found.next();
        }
    }
}
