package io.tidemark.simulation;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.store.Condition;
import io.tidemark.store.ForwardingItemStore;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A store that keeps each time-index entry that was ever written to it, also those that were replaced. Thread-safe. */
public final class EntriesWritten extends ForwardingItemStore {
    private final ItemStore items;
    private final List<Written> written = new CopyOnWriteArrayList<>();

    private record Written(String partition, IndexEntry entry) {}

    public EntriesWritten(ItemStore items) {
        super(items);
        this.items = items;
    }

    /** Invariant I5 for the whole past of a partition; how many entries that were. */
    public int assertAllTrue(PartitionId partition) {
        WholeLog log = WholeLog.read(items, partition);
        String key = Head.key(partition).partition();
        List<Written> own =
                written.stream().filter(entry -> entry.partition().equals(key)).toList();
        own.forEach(entry -> log.assertTrue(entry.entry()));
        log.assertMaximumCovers();
        return own.size();
    }

    /** Lets each entry that was ever written be judged. */
    public void assertAllTrue(Consumer<IndexEntry> judge) {
        written.forEach(entry -> judge.accept(entry.entry()));
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        WholeLog.entryIn(key, item).ifPresent(entry -> written.add(new Written(key.partition(), entry)));
        return super.put(key, item, conditions);
    }
}
