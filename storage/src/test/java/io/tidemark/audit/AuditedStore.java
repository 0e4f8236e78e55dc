package io.tidemark.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A sound store with something of everything, to be damaged. */
abstract class AuditedStore {
    static final AuditScope QUICK = AuditScope.quick();
    static final AuditScope DEEP = AuditScope.everything();
    static final int MERGED = 40;
    static final int SEALED = 56;
    static final int HIGH = 60;

    final SweepWorld world = new SweepWorld(81);
    final ItemStore items = world.store.items();
    final Topic topic = filled();
    final PartitionId partition = topic.partition(0);

    /** A segment of 40 batches, a page of 16 and a tail of 4, one record each; the maximum is that of the newest. */
    Topic filled() {
        Topic created = world.create("orders", 2);
        for (int i = 0; i < MERGED; i++) {
            world.append(created, 0, 1_000 + i);
        }
        world.merge();
        for (int i = MERGED; i < HIGH; i++) {
            world.append(created, 0, 1_000 + i);
        }
        world.passes(Duration.ofHours(2));
        world.swept();
        return created;
    }

    void assertFound(AuditScope scope, Rule rule, String where) {
        assertThat(world.audit(scope).findings())
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .filteredOn(finding -> !finding.where().equals("unnamed objects"))
                .isNotEmpty()
                .allMatch(finding -> finding.rule() == rule)
                .allMatch(finding -> finding.where().equals(where));
    }

    void set(Path path, long value) {
        Map<String, Value> head =
                new HashMap<>(items.get(Head.key(partition)).orElseThrow().attributes());
        head.put(path.attribute(), Value.of(value));
        items.put(Head.key(partition), new Item(head), List.of());
    }

    Segment segment() {
        ItemKey key = Segment.key(partition, 0);
        return Segment.decode(key, items.get(key).orElseThrow());
    }

    void putSegment(Segment segment) {
        items.put(Segment.key(partition, segment.beginOffset()), segment.encode(), List.of());
    }

    Page page() {
        ItemKey key = Page.key(partition, MERGED);
        return Page.decode(key, items.get(key).orElseThrow());
    }

    void putEntry(IndexEntry entry) {
        items.put(IndexEntry.key(partition, 1, entry.timestampMs()), entry.encode(), List.of());
    }

    void change(String key, UnaryOperator<byte[]> change) {
        Bytes content = content(key);
        world.store.objects().delete(List.of(key));
        world.store.objects().putIfAbsent(key, Bytes.wrap(change.apply(content.toByteArray())));
    }

    void copy(String from, String to) {
        world.store.objects().putIfAbsent(to, content(from));
    }

    Bytes content(String key) {
        return world.store.objects().get(key, 0, Integer.MAX_VALUE).orElseThrow();
    }

    static byte[] flipLast(byte[] content) {
        content[content.length - 1] ^= 1;
        return content;
    }
}
