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
        Removed removed = removePages(partition, offsets, removeSegments(partition, offsets));
        if (removed.count() > 0) {
            removeIndexEntries(partition, job.head(), removed);
            removeAborted(partition, Math.min(offsets.low(), begin(partition, offsets)));
        }
        if (removed.changed()) {
            return new StepOutcome.Skipped("a segment to remove was rewritten meanwhile");
        }
        return removed.count() > 0 ? new StepOutcome.Done(job.head(), false) : StepOutcome.idle();
    }

    /**
     * What became of segments and pages.
     *
     * @param changed whether a segment has another revision now, and is still there
     * @param maxTimestampMs the largest timestamp in those that lay below the log start, -1 for none
     */
    private record Removed(int count, boolean changed, long maxTimestampMs) {
        static final Removed NOTHING = new Removed(0, false, Units.NO_TIMESTAMP);

        Removed with(WriteOutcome outcome, long timestampMs) {
            boolean stays = outcome instanceof WriteOutcome.Refused refused
                    && refused.current().isPresent();
            return new Removed(stays ? count : count + 1, changed || stays, Math.max(maxTimestampMs, timestampMs));
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
                removed = removed.with(
                        items.delete(entry.key(), List.of(segment.isUnchanged())), segment.maxTimestampMs());
            }
            range = found.next();
        }
        return removed;
    }

    private Removed removePages(PartitionId partition, Head.Offsets offsets, Removed segments) {
        long below = Math.max(offsets.low(), offsets.merged());
        Removed removed = segments;
        Optional<ItemRange> range =
                below == 0 ? Optional.empty() : Optional.of(Page.between(partition, 0, below, ITEMS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Page page = Page.decode(entry.key(), entry.item());
                if (page.lastOffset() >= below) {
                    return removed;
                }
                boolean isMerged = page.lastOffset() >= offsets.low();
                removed = removed.with(
                        items.delete(entry.key(), List.of()), isMerged ? Units.NO_TIMESTAMP : page.maxTimestampMs());
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
     * start. Entries are put with rising timestamps and offsets, so these are the first ones. Only a log start that
     * passed everything lets timestamps begin anew, below those of older entries: then the older ones are among the
     * timestamps of what was removed. One that is put later still, by a seal that stalled, is in nobody's way, and goes
     * when it is one of the first.
     */
    private void removeIndexEntries(PartitionId partition, Head head, Removed removed) {
        int limit = Math.min(removed.count() + 1, ITEMS_PER_QUERY);
        Optional<ItemRange> range =
                Optional.of(IndexEntry.all(partition, head.sealedMax().indexVersion(), limit));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                IndexEntry index = IndexEntry.decode(entry.key(), entry.item());
                if (index.offset() <= head.offsets().low()) {
                    items.delete(entry.key(), List.of(index.isUnchanged()));
                } else if (index.timestampMs() > removed.maxTimestampMs()) {
                    return;
                }
            }
            range = found.next();
        }
    }
}
