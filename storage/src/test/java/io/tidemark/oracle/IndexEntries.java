package io.tidemark.oracle;

import io.tidemark.layout.IndexEntry;
import io.tidemark.store.ItemPage.Entry;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The time-index entries of one topic, which may get lost and come late (invariant I5). Used by one thread. */
final class IndexEntries {
    private static final int MANY = 1_000;
    private static final long ANY_VERSION = 1;

    private final ItemStore items;
    private final Topic topic;
    private final RandomGenerator random;
    private final List<Entry> lost = new ArrayList<>();

    IndexEntries(ItemStore items, Topic topic, RandomGenerator random) {
        this.items = items;
        this.topic = topic;
        this.random = random;
    }

    /** Removes an entry, or puts back one that was removed earlier, over whatever has its key now. */
    void disturb() {
        if (!lost.isEmpty() && random.nextBoolean()) {
            Entry late = lost.remove(random.nextInt(lost.size()));
            items.put(late.key(), late.item(), List.of());
            return;
        }
        List<Entry> standing = standing(random.nextInt(topic.partitionCount()));
        if (!standing.isEmpty()) {
            Entry victim = standing.get(random.nextInt(standing.size()));
            items.delete(victim.key(), List.of());
            lost.add(victim);
        }
    }

    List<IndexEntry> of(int partition) {
        return standing(partition).stream()
                .map(entry -> IndexEntry.decode(entry.key(), entry.item()))
                .toList();
    }

    private List<Entry> standing(int partition) {
        PartitionId id = topic.partition(partition);
        String key = IndexEntry.key(id, ANY_VERSION, 0).partition();
        return items.query(ItemRange.ascending(key, "I", "I~", MANY)).entries();
    }
}
