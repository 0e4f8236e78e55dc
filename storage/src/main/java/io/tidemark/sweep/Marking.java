package io.tidemark.sweep;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.layout.TopicItem;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Marks every object that anything names, behind a floor that is raised first. All or nothing: whatever cannot be read
 * is thrown. Thread-safe.
 */
final class Marking {
    private static final int TOPICS_PER_QUERY = 500;
    private static final int ITEMS_PER_QUERY = 200;

    /** Partitions that are read together. */
    private static final int PARTITIONS_AT_ONCE = 64;

    private final ItemStore items;
    private final Heads heads;
    private final Executor executor;

    Marking(ItemStore items, Executor executor) {
        this.items = items;
        this.heads = new Heads(items);
        this.executor = executor;
    }

    private record Unmarked(Topic topic, PartitionId partition) {}

    /**
     * A partition as its marks were taken.
     *
     * @param hasRest whether items are left that do not count any more, and are maintenance's to remove
     */
    record Seen(Topic topic, PartitionId partition, Head head, boolean hasRest) {}

    /**
     * Marks what is named.
     *
     * @param floorMs no object that is older than this can be committed any more when this returns
     * @param visitor is told of every partition
     * @return whether all was marked; false where the time was over before
     */
    boolean mark(long floorMs, Marks marks, Consumer<Seen> visitor, BooleanSupplier isOver) {
        List<Unmarked> group = new ArrayList<>();
        Optional<ItemRange> range = Optional.of(TopicItem.range(Optional.empty(), TOPICS_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Topic topic = TopicItem.decode(entry.key(), entry.item()).topic();
                for (int i = 0; i < topic.partitionCount(); i++) {
                    group.add(new Unmarked(topic, topic.partition(i)));
                    if (group.size() == PARTITIONS_AT_ONCE) {
                        if (isOver.getAsBoolean()) {
                            return false;
                        }
                        mark(group, floorMs, marks, visitor);
                        group.clear();
                    }
                }
            }
            range = found.next();
        }
        if (isOver.getAsBoolean()) {
            return false;
        }
        mark(group, floorMs, marks, visitor);
        return true;
    }

    /** Partitions of whatever topics: many topics of one partition are read together too. */
    private void mark(List<Unmarked> group, long floorMs, Marks marks, Consumer<Seen> visitor) {
        FanOut.map(executor, group, each -> mark(each.topic(), each.partition(), floorMs, marks))
                .forEach(seen -> seen.ifPresent(visitor));
    }

    private Optional<Seen> mark(Topic topic, PartitionId partition, long floorMs, Marks marks) {
        Optional<Head> head = raiseFloor(partition, floorMs);
        if (head.isEmpty()) {
            checkDeleted(topic, partition);
            return Optional.empty();
        }
        markAll(head.get().tail(), marks);
        Head.Offsets offsets = head.get().offsets();
        boolean hasRest = false;
        Optional<ItemRange> pages = Optional.of(Page.between(partition, 0, Long.MAX_VALUE, ITEMS_PER_QUERY));
        while (pages.isPresent()) {
            ItemPage found = items.query(pages.get());
            for (ItemPage.Entry entry : found.entries()) {
                Page page = Page.decode(entry.key(), entry.item());
                markAll(page.references(), marks);
                hasRest |= page.lastOffset() < Math.max(offsets.low(), offsets.merged());
            }
            pages = found.next();
        }
        Optional<ItemRange> segments = Optional.of(Segment.between(partition, 0, Long.MAX_VALUE, ITEMS_PER_QUERY));
        while (segments.isPresent()) {
            ItemPage found = items.query(segments.get());
            for (ItemPage.Entry entry : found.entries()) {
                Segment segment = Segment.decode(entry.key(), entry.item());
                marks.add(segment.object());
                hasRest |= segment.lastOffset() < Math.min(offsets.low(), offsets.merged());
            }
            segments = found.next();
        }
        return Optional.of(new Seen(topic, partition, head.get(), hasRest));
    }

    private static void markAll(List<BatchReference> references, Marks marks) {
        references.stream()
                .filter(reference -> !reference.kind().isMarker())
                .forEach(reference -> marks.add(reference.object()));
    }

    /** The head with a floor at or above this one: that of a new topic, or of a later sweep, is higher already. */
    private Optional<Head> raiseFloor(PartitionId partition, long floorMs) {
        Update update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.atMost(Head.FLOOR, floorMs))
                .set(Head.FLOOR, Value.of(floorMs))
                .build();
        HeadOutcome outcome = heads.update(partition, update);
        if (outcome instanceof HeadOutcome.Applied applied) {
            return Optional.of(applied.head());
        }
        Optional<Head> current = ((HeadOutcome.Refused) outcome).current();
        if (current.filter(head -> head.floorMs() < floorMs).isPresent()) {
            throw new IllegalStateException("the floor of " + partition + " could not be raised");
        }
        return current;
    }

    /** A head may be missing only where its topic is being deleted, or was meanwhile. */
    private void checkDeleted(Topic topic, PartitionId partition) {
        boolean live = items.get(TopicItem.key(topic.name()))
                .map(item -> TopicItem.decode(TopicItem.key(topic.name()), item).topic())
                .filter(found -> found.id().equals(topic.id()) && !found.deleting())
                .isPresent();
        if (live) {
            throw new IllegalStateException("topic " + topic.name() + " has no head of " + partition);
        }
    }
}
