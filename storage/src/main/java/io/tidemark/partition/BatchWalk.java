package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * Walks the batches that one head names, pages first, then the tail. Pages must follow each other without a gap up to
 * where the tail begins; anything else means that the plan is stale.
 */
final class BatchWalk implements Iterator<PlacedReference> {
    /** A search mostly ends in its first page, a fetch of small batches goes on through many. */
    private static final int PAGES_PER_QUERY = 32;

    private final ItemStore items;
    private final PartitionId partition;
    private final Head head;
    private final Queue<PlacedReference> ready = new ArrayDeque<>();
    private long next;
    private boolean begun;
    private boolean tailTaken;

    BatchWalk(ItemStore items, PartitionId partition, Head head, long from) {
        this.items = items;
        this.partition = partition;
        this.head = head;
        this.next = from;
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && !tailTaken) {
            advance();
        }
        return !ready.isEmpty();
    }

    @Override
    public PlacedReference next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    private void advance() {
        long sealed = head.offsets().sealed();
        if (next >= sealed) {
            take(head.placedTail());
            tailTaken = true;
        } else if (begun) {
            takePages(Page.between(partition, next, sealed, PAGES_PER_QUERY));
        } else {
            takePages(Page.atOrBelow(partition, next));
        }
        begun = true;
    }

    private void takePages(ItemRange range) {
        ItemPage found = items.query(range);
        if (found.entries().isEmpty() && found.next().isPresent()) {
            takePages(found.next().get());
            return;
        }
        if (found.entries().isEmpty()) {
            throw new StalePlanException("no page holds offset " + next);
        }
        for (ItemPage.Entry entry : found.entries()) {
            Page page = Page.decode(entry.key(), entry.item());
            if (page.baseOffset() > next || page.lastOffset() < next) {
                throw new StalePlanException("no page holds offset " + next);
            }
            take(page.placed());
            next = page.lastOffset() + 1;
        }
    }

    private void take(List<PlacedReference> batches) {
        batches.stream().filter(batch -> batch.lastOffset() >= next).forEach(ready::add);
    }
}
