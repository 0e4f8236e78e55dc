package io.tidemark.partition;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.PlacedReference;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The aborted transactions that matter to a READ_COMMITTED reader from an offset on, as one head bounds them.
 *
 * <p>They are read behind the head and before any segment or page. Removal takes segments and pages first, and an
 * aborted transaction only when what held its marker is gone: so who misses one here meets a gap there, and plans
 * again. The head's own tail has no gaps; but it names the abort markers in it, and each of them must be told of.
 *
 * @param transactions in the order of their markers: every one that ends at or behind the offset and begins below
 *     {@code end}
 * @param end how far the reader may read: the last stable offset, or less where there are very many
 */
public record AbortedScan(List<AbortedTransaction> transactions, long end) {
    /** A reader mostly needs few; with more it reads less at a time. */
    static final int PER_QUERY = 100;

    public AbortedScan {
        transactions = List.copyOf(transactions);
    }

    static AbortedScan read(ItemStore items, PartitionId partition, Head head, long offset) {
        long stable = head.lastStableOffset();
        List<AbortedTransaction> found = new ArrayList<>();
        Optional<ItemRange> range = Optional.of(AbortedTransaction.from(partition, offset, PER_QUERY));
        while (range.isPresent()) {
            ItemPage page = items.query(range.get());
            page.entries().forEach(entry -> found.add(AbortedTransaction.decode(entry.key(), entry.item())));
            range = page.next();
            long told = found.isEmpty() ? 0 : found.get(found.size() - 1).stableOffset();
            if (range.isPresent() && told > offset) {
                // what comes behind these begins at or above it
                checkTail(head, found, offset, found.get(found.size() - 1).markerOffset());
                return new AbortedScan(found, Math.min(stable, told));
            }
        }
        checkTail(head, found, offset, Long.MAX_VALUE);
        return new AbortedScan(found, stable);
    }

    /** Every abort marker in the tail up to {@code scannedTo} must be among those that were found, if it has ended. */
    private static void checkTail(Head head, List<AbortedTransaction> found, long offset, long scannedTo) {
        Set<Long> told = found.stream().map(AbortedTransaction::markerOffset).collect(Collectors.toSet());
        for (PlacedReference placed : head.placedTail()) {
            boolean within = placed.baseOffset() >= offset && placed.baseOffset() <= scannedTo;
            if (within
                    && placed.reference().kind().isAbort()
                    && !head.transactions().aborting().containsValue(placed.baseOffset())
                    && !told.contains(placed.baseOffset())) {
                throw new StalePlanException("nothing tells of the abort at offset " + placed.baseOffset());
            }
        }
    }
}
