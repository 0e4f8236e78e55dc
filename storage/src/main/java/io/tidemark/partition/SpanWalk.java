package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Function;

/**
 * Walks what one head names: segments up to where offsets are merged, pages up to where the tail begins, then the
 * tail. Items must follow each other without a gap; anything else means that the plan is stale.
 */
final class SpanWalk implements Iterator<Span> {
    /** A search mostly ends in its first item, a fetch of small batches goes on through many. */
    private static final int ITEMS_PER_QUERY = 32;

    private final ItemStore items;
    private final PartitionId partition;
    private final Head head;
    private final Queue<Span> ready = new ArrayDeque<>();
    private long next;
    private boolean begun;
    private boolean tailTaken;

    SpanWalk(ItemStore items, PartitionId partition, Head head, long from) {
        this.items = items;
        this.partition = partition;
        this.head = head;
        this.next = from;
    }

    /** What one item says of the log. */
    private record Stretch(long baseOffset, long lastOffset, List<Span> spans) {}

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && !tailTaken) {
            advance();
        }
        return !ready.isEmpty();
    }

    @Override
    public Span next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    private void advance() {
        long merged = head.offsets().merged();
        long sealed = head.offsets().sealed();
        if (next >= sealed) {
            take(head.placedTail().stream().map(Span::of).toList());
            tailTaken = true;
        } else if (next >= merged) {
            ItemRange range =
                    begun ? Page.between(partition, next, sealed, ITEMS_PER_QUERY) : Page.atOrBelow(partition, next);
            takeAll(range, this::page);
        } else {
            ItemRange range = begun
                    ? Segment.between(partition, next, merged, ITEMS_PER_QUERY)
                    : Segment.atOrBelow(partition, next);
            takeAll(range, this::segment);
        }
        begun = true;
    }

    private Stretch page(ItemPage.Entry entry) {
        Page page = Page.decode(entry.key(), entry.item());
        return new Stretch(
                page.baseOffset(),
                page.lastOffset(),
                page.placed().stream().map(Span::of).toList());
    }

    private Stretch segment(ItemPage.Entry entry) {
        Segment segment = Segment.decode(entry.key(), entry.item());
        return new Stretch(segment.beginOffset(), segment.lastOffset(), Span.of(partition, segment));
    }

    private void takeAll(ItemRange range, Function<ItemPage.Entry, Stretch> decode) {
        ItemPage found = items.query(range);
        if (found.entries().isEmpty() && found.next().isPresent()) {
            takeAll(found.next().get(), decode);
            return;
        }
        if (found.entries().isEmpty()) {
            throw new StalePlanException("no item holds offset " + next);
        }
        for (ItemPage.Entry entry : found.entries()) {
            Stretch stretch = decode.apply(entry);
            if (stretch.baseOffset() > next || stretch.lastOffset() < next) {
                throw new StalePlanException("no item holds offset " + next);
            }
            take(stretch.spans());
            next = stretch.lastOffset() + 1;
        }
    }

    private void take(List<Span> spans) {
        spans.stream().filter(span -> span.lastOffset() >= next).forEach(ready::add);
    }
}
