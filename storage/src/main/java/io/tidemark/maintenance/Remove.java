package io.tidemark.maintenance;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Removes the items that lie below the log start as a whole, or are pages below what is merged: none of them counts any
 * more, whatever is done at the same time. Their objects are the sweep's. What tells of aborted transactions goes last,
 * and only where nothing is left that held the marker: so a reader who misses it also meets a gap. Thread-safe.
 */
final class Remove implements Step {
    private static final int ITEMS_PER_QUERY = 100;

    private final ItemStore items;

    Remove(ItemStore items) {
        this.items = items;
    }

    @Override
    public StepName name() {
        return StepName.REMOVE;
    }

    @Override
    public StepOutcome run(Job job) {
        PartitionId partition = job.partition();
        Head.Offsets offsets = job.head().offsets();
        Removed segments = removeSegments(partition, offsets);
        long removed = segments.count() + removePages(partition, offsets);
        if (removed > 0) {
            removeIndexEntries(partition, job.head());
            removeAborted(partition, Math.min(offsets.low(), begin(partition, offsets)));
        }
        if (segments.changed()) {
            return new StepOutcome.Skipped("a segment to remove was rewritten meanwhile");
        }
        return removed > 0 ? new StepOutcome.Done(job.head(), false) : StepOutcome.idle();
    }

    /**
     * What became of the segments.
     *
     * @param changed whether one has another revision now, and is still there
     */
    private record Removed(long count, boolean changed) {
        static final Removed NOTHING = new Removed(0, false);

        Removed with(WriteOutcome outcome) {
            boolean stays = outcome instanceof WriteOutcome.Refused refused
                    && refused.current().isPresent();
            return new Removed(stays ? count : count + 1, changed || stays);
        }
    }

    private Removed removeSegments(PartitionId partition, Head.Offsets offsets) {
        Removed removed = Removed.NOTHING;
        if (offsets.low() == 0 || offsets.merged() == 0) {
            return removed;
        }
        Optional<ItemRange> range =
                Optional.of(Segment.between(partition, 0, Math.min(offsets.low(), offsets.merged()), ITEMS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Segment segment = Segment.decode(entry.key(), entry.item());
                if (segment.lastOffset() >= offsets.low()) {
                    return removed;
                }
                removed = removed.with(items.delete(entry.key(), List.of(segment.isUnchanged())));
            }
            range = found.next();
        }
        return removed;
    }

    private long removePages(PartitionId partition, Head.Offsets offsets) {
        long below = Math.max(offsets.low(), offsets.merged());
        long removed = 0;
        Optional<ItemRange> range =
                below == 0 ? Optional.empty() : Optional.of(Page.between(partition, 0, below, ITEMS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Page page = Page.decode(entry.key(), entry.item());
                if (page.lastOffset() >= below) {
                    return removed;
                }
                items.delete(entry.key(), List.of());
                removed++;
            }
            range = found.next();
        }
        return removed;
    }

    /**
     * Where the first item of the log begins that is left, or the tail; what was merged since the head was read counts.
     * Pages are looked for first, because a merge puts its segment before it takes them away.
     */
    private long begin(PartitionId partition, Head.Offsets offsets) {
        long end = Math.max(1, offsets.sealed());
        Optional<Long> page = firstKey(Page.between(partition, 0, end, 1));
        Optional<Long> segment = firstKey(Segment.between(partition, 0, end, 1));
        return Stream.of(page, segment)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .orElse(offsets.sealed());
    }

    /** An item's key ends in its first offset. */
    private Optional<Long> firstKey(ItemRange first) {
        Optional<ItemRange> range = Optional.of(first);
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            if (!found.entries().isEmpty()) {
                String sort = found.entries().get(0).key().sort();
                return Optional.of(Long.parseLong(sort.substring(sort.indexOf('#') + 1)));
            }
            range = found.next();
        }
        return Optional.empty();
    }

    private void removeAborted(PartitionId partition, long below) {
        Optional<ItemRange> range = below == 0
                ? Optional.empty()
                : Optional.of(AbortedTransaction.below(partition, below, ITEMS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(entry -> items.delete(entry.key(), List.of()));
            range = found.next();
        }
    }

    /**
     * An entry that points at or below the log start says no more than its absence: both let a search begin at the log
     * start.
     */
    private void removeIndexEntries(PartitionId partition, Head head) {
        Optional<ItemRange> range =
                Optional.of(IndexEntry.all(partition, head.sealedMax().indexVersion(), ITEMS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                IndexEntry index = IndexEntry.decode(entry.key(), entry.item());
                if (index.offset() <= head.offsets().low()) {
                    items.delete(entry.key(), List.of(index.isUnchanged()));
                }
            }
            range = found.next();
        }
    }
}
