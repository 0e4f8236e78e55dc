package io.tidemark.compaction;

import io.tidemark.layout.Segment;
import io.tidemark.partition.StalePlanException;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * The segments of a range of offsets, as they are when they are come to. Ends with StalePlanException where one is
 * missing. Used by one thread.
 */
final class SegmentItems implements Iterator<Segment> {
    private static final int ITEMS_PER_QUERY = 16;

    private final ItemStore items;
    private final PartitionId partition;
    private final long before;
    private final Queue<Segment> ready = new ArrayDeque<>();
    private long next;
    private boolean begun;

    /** From the segment that holds {@code from} to the one that ends before {@code before}. */
    SegmentItems(ItemStore items, PartitionId partition, long from, long before) {
        this.items = items;
        this.partition = partition;
        this.next = from;
        this.before = before;
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || next < before;
    }

    @Override
    public Segment next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (ready.isEmpty()) {
            read();
        }
        return ready.remove();
    }

    private void read() {
        ItemRange range =
                begun ? Segment.between(partition, next, before, ITEMS_PER_QUERY) : Segment.atOrBelow(partition, next);
        ItemPage found = items.query(range);
        while (found.entries().isEmpty() && found.next().isPresent()) {
            found = items.query(found.next().get());
        }
        for (ItemPage.Entry entry : found.entries()) {
            Segment segment = Segment.decode(entry.key(), entry.item());
            if (segment.beginOffset() > next || segment.lastOffset() < next) {
                break;
            }
            ready.add(segment);
            next = segment.lastOffset() + 1;
        }
        begun = true;
        if (ready.isEmpty()) {
            throw new StalePlanException("no segment holds offset " + next);
        }
    }
}
