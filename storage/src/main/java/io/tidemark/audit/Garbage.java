package io.tidemark.audit;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.layout.SweepCursor;
import io.tidemark.layout.TopicItem;
import io.tidemark.layout.UnreadableItemException;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoredObject;
import io.tidemark.sweep.Marks;
import io.tidemark.sweep.Sweep;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts the objects that nothing names, and tells of old ones where no sweep has begun for so long. How long it is that
 * nothing names an object is not known: what a merge or retention left a moment ago may be old. Used by one thread.
 */
final class Garbage {
    private static final int MAX_LISTED = 1_000;
    private static final int ITEMS_PER_QUERY = 200;

    private final ObjectStore objects;
    private final ItemStore items;
    private final long oldMs;
    private final Marks marks = new Marks(Marks.MAX_MARKS, 0, ObjectId.SLICES);
    private long unnamed;
    private long unnamedBytes;

    Garbage(ObjectStore objects, ItemStore items, Instant now, Duration maxAge) {
        this.objects = objects;
        this.items = items;
        this.oldMs = now.minus(maxAge).toEpochMilli();
    }

    /** Objects that nothing names. */
    record Unnamed(long objects, long sizeBytes) {
        static final Unnamed NONE = new Unnamed(0, 0);
    }

    /** Nothing where an item cannot be read, which is a finding elsewhere: it may name anything. */
    Unnamed count(Findings findings) {
        try {
            each(TopicItem.range(Optional.empty(), ITEMS_PER_QUERY), this::markTopic);
        } catch (UnreadableItemException e) {
            findings.add(Rule.ITEM_IS_READABLE, "unnamed objects", "not counted: " + e.getMessage());
            return Unnamed.NONE;
        }
        boolean overdue = isSweepOverdue();
        list(ObjectId.KEY_PREFIX, overdue, findings);
        list(Segment.KEY_PREFIX, overdue, findings);
        return new Unnamed(unnamed, unnamedBytes);
    }

    /** A cursor that cannot be read is a finding elsewhere, and tells of no sweep. */
    private boolean isSweepOverdue() {
        try {
            return items.get(SweepCursor.key())
                    .map(SweepCursor::decode)
                    .filter(cursor -> cursor.begunAt().toEpochMilli() >= oldMs)
                    .isEmpty();
        } catch (UnreadableItemException e) {
            return true;
        }
    }

    private void markTopic(ItemPage.Entry entry) {
        Topic topic = TopicItem.decode(entry.key(), entry.item()).topic();
        for (int i = 0; i < topic.partitionCount(); i++) {
            mark(topic.partition(i));
        }
    }

    private void mark(PartitionId partition) {
        items.get(Head.key(partition))
                .map(item -> Head.decode(Head.key(partition), item))
                .ifPresent(head -> markAll(head.tail()));
        each(
                Page.between(partition, 0, Long.MAX_VALUE, ITEMS_PER_QUERY),
                entry -> markAll(Page.decode(entry.key(), entry.item()).references()));
        each(
                Segment.between(partition, 0, Long.MAX_VALUE, ITEMS_PER_QUERY),
                entry -> marks.add(Segment.decode(entry.key(), entry.item()).object()));
    }

    private void markAll(List<BatchReference> references) {
        references.stream()
                .filter(reference -> !reference.kind().isMarker())
                .forEach(reference -> marks.add(reference.object()));
    }

    private void each(ItemRange first, Consumer<ItemPage.Entry> consumer) {
        Optional<ItemRange> range = Optional.of(first);
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(consumer);
            range = found.next();
        }
    }

    private void list(String prefix, boolean overdue, Findings findings) {
        List<StoredObject> page = objects.list(prefix, "", MAX_LISTED);
        while (!page.isEmpty()) {
            page.forEach(object -> judge(object, overdue, findings));
            page = objects.list(prefix, page.get(page.size() - 1).key(), MAX_LISTED);
        }
    }

    private void judge(StoredObject object, boolean overdue, Findings findings) {
        Optional<ObjectId> segment = Segment.objectOfKey(object.key());
        Optional<ObjectId> id = segment.or(() -> ObjectId.ofKey(object.key()));
        if (id.isEmpty() || !marks.isJudged(id.get()) || marks.contains(id.get())) {
            return;
        }
        unnamed++;
        unnamedBytes += object.sizeBytes();
        long limitMs = segment.isPresent() ? oldMs - Sweep.SEGMENT_GRACE.toMillis() : oldMs;
        if (overdue && id.get().timeMs() < limitMs) {
            findings.add(Rule.GARBAGE_IS_SWEPT, object.key(), "nothing names it");
        }
    }
}
