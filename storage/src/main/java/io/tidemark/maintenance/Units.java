package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.Segment;
import io.tidemark.partition.StalePlanException;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;

/**
 * A partition's log in the units that retention deletes: segments, pages, and the single batches of the tail. Used by one
 * thread.
 *
 * <p>From the log start on none may be missing: what nobody has seen may be what has to stay, or hold the largest
 * timestamp. {@link #hasNext} and {@link #next} end with StalePlanException where one is, because another run has moved
 * it since the head was read.
 */
final class Units implements Iterator<Units.Unit> {
    static final long NO_TIMESTAMP = -1;

    private static final int ITEMS_PER_QUERY = 100;

    private final ItemStore items;
    private final PartitionId partition;
    private final Head head;
    private final long from;
    private final Queue<Unit> ready = new ArrayDeque<>();
    private Optional<ItemRange> range = Optional.empty();
    private Stage stage = Stage.BEGIN;

    /** Where the next unit begins at the latest. */
    private long expected;

    /** The first item is read alone: most often it tells that there is nothing to do. */
    private enum Stage {
        BEGIN,
        FIRST_SEGMENT,
        SEGMENTS,
        FIRST_PAGE,
        PAGES,
        TAIL,
        END;

        Stage next() {
            return switch (this) {
                case BEGIN -> FIRST_SEGMENT;
                case FIRST_SEGMENT -> SEGMENTS;
                case SEGMENTS -> FIRST_PAGE;
                case FIRST_PAGE -> PAGES;
                case PAGES -> TAIL;
                case TAIL, END -> END;
            };
        }
    }

    /**
     * What is deleted as a whole.
     *
     * @param parts what is known inside it, in offset order, one at least but for a segment that compaction emptied
     * @param writtenMs when its newest bytes were written, epoch milliseconds
     */
    record Unit(long beginOffset, long lastOffset, long sizeBytes, List<Part> parts, long writtenMs) {

        /** Its largest record timestamp, -1 where none has one. */
        long maxTimestampMs() {
            return parts.stream().mapToLong(Part::maxTimestampMs).reduce(NO_TIMESTAMP, Math::max);
        }

        /** What its age is measured by: its largest record timestamp, or where there is none when it was written. */
        long timeMs() {
            return maxTimestampMs() == NO_TIMESTAMP ? writtenMs : maxTimestampMs();
        }
    }

    /** A batch, or a block of a segment. */
    record Part(long baseOffset, long maxTimestampMs) {}

    /**
     * The units that reach to {@code from} or above. Nothing that lies below it is read.
     *
     * @param head names them
     * @param from at or above the log start
     */
    Units(ItemStore items, PartitionId partition, Head head, long from) {
        this.items = items;
        this.from = from;
        this.partition = partition;
        this.head = head;
        this.expected = from;
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && stage != Stage.END) {
            advance();
        }
        return !ready.isEmpty();
    }

    @Override
    public Unit next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    private void advance() {
        if (range.isEmpty()) {
            stage = stage.next();
            range = range();
            takeWithoutReading();
            return;
        }
        ItemPage found = items.query(range.get());
        boolean isSegment = stage == Stage.FIRST_SEGMENT || stage == Stage.SEGMENTS;
        found.entries().forEach(entry -> take(isSegment ? segment(entry) : page(entry)));
        boolean isFirst = stage == Stage.FIRST_SEGMENT || stage == Stage.FIRST_PAGE;
        range = isFirst && !found.entries().isEmpty() ? Optional.empty() : found.next();
    }

    /** What a stage reads. */
    private Optional<ItemRange> range() {
        long merged = head.offsets().merged();
        long sealed = head.offsets().sealed();
        long page = Math.max(merged, expected);
        return switch (stage) {
            case FIRST_SEGMENT -> from < merged ? Optional.of(Segment.atOrBelow(partition, from)) : Optional.empty();
            case SEGMENTS ->
                expected < merged
                        ? Optional.of(Segment.between(partition, expected, merged, ITEMS_PER_QUERY))
                        : Optional.empty();
            case FIRST_PAGE ->
                merged <= from && from < sealed ? Optional.of(Page.atOrBelow(partition, from)) : Optional.empty();
            case PAGES ->
                page < sealed ? Optional.of(Page.between(partition, page, sealed, ITEMS_PER_QUERY)) : Optional.empty();
            case BEGIN, TAIL, END -> Optional.empty();
        };
    }

    private void takeWithoutReading() {
        if (stage == Stage.TAIL) {
            head.placedTail().forEach(batch -> take(batch(batch)));
        } else if (stage == Stage.END) {
            checkNothingIsMissing(head.offsets().high());
        }
    }

    private void take(Unit unit) {
        if (unit.lastOffset() >= from) {
            checkNothingIsMissing(unit.beginOffset());
            expected = Math.max(expected, unit.lastOffset() + 1);
            ready.add(unit);
        }
    }

    private void checkNothingIsMissing(long beginOffset) {
        if (beginOffset > expected) {
            throw new StalePlanException("no item of " + partition + " holds offset " + expected);
        }
    }

    private static Unit segment(ItemPage.Entry entry) {
        Segment segment = Segment.decode(entry.key(), entry.item());
        List<Part> parts = segment.blocks().stream()
                .map(block -> new Part(block.baseOffset(), block.maxTimestampMs()))
                .toList();
        return new Unit(
                segment.beginOffset(), segment.lastOffset(), segment.sizeBytes(), parts, segment.newestObjectMs());
    }

    private static Unit page(ItemPage.Entry entry) {
        Page page = Page.decode(entry.key(), entry.item());
        List<Part> parts = page.placed().stream().map(Units::part).toList();
        return new Unit(page.baseOffset(), page.lastOffset(), page.sizeBytes(), parts, page.newestObjectMs());
    }

    private static Unit batch(PlacedReference batch) {
        return new Unit(
                batch.baseOffset(),
                batch.lastOffset(),
                batch.reference().sizeBytes(),
                List.of(part(batch)),
                batch.reference().object().timeMs());
    }

    private static Part part(PlacedReference batch) {
        return new Part(batch.baseOffset(), batch.maxTimestampMs());
    }
}
