package io.tidemark.partition;

import io.tidemark.layout.DueEntry;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells maintenance which partitions have work for it: who begins a tail, or moves a log start, puts a due entry, unless
 * this process has put the same one. An entry that gets lost is put back by the daily sweep. Thread-safe.
 */
final class DueNotes {
    /** When maintenance is to look: by then the tail was sealed by appends, or is old enough to be sealed. */
    private static final Duration AFTER = Duration.ofMinutes(10);

    private static final int MAX_REMEMBERED = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DueNotes.class);

    private final ItemStore items;
    private final Environment environment;
    private final Map<PartitionId, DueEntry> put = new LinkedHashMap<>(16, 0.75f, true);

    DueNotes(ItemStore items, Environment environment) {
        this.items = items;
        this.environment = environment;
    }

    void note(TopicName topic, PartitionId partition) {
        DueEntry entry = DueEntry.notBefore(
                topic, partition, environment.clock().instant().plus(AFTER));
        if (isNew(entry)) {
            try {
                items.put(entry.key(), entry.encode(), List.of());
            } catch (StoreUnavailableException e) {
                forget(partition);
                LOG.warn("due entry got no answer, topic={} partition={}", topic, partition.partition());
            }
        }
    }

    private synchronized void forget(PartitionId partition) {
        put.remove(partition);
    }

    private synchronized boolean isNew(DueEntry entry) {
        boolean isNew = !entry.equals(put.put(entry.partition(), entry));
        if (put.size() > MAX_REMEMBERED) {
            put.remove(put.keySet().iterator().next());
        }
        return isNew;
    }
}
