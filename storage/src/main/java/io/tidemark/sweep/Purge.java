package io.tidemark.sweep;

import io.tidemark.layout.Head;
import io.tidemark.layout.PartitionKeys;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.TopicItem;
import io.tidemark.partition.FanOut;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what deleted topics, and creates that did not get through, left in the table; their objects are the sweep's
 * then. Also ends a deletion that stopped halfway. Thread-safe.
 */
public final class Purge {
    private static final int ENTRIES_PER_QUERY = 100;
    private static final int ITEMS_PER_QUERY = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Purge.class);

    private final ItemStore items;
    private final Executor executor;

    public Purge(ItemStore items, Environment environment) {
        this.items = items;
        this.executor = environment.executor();
    }

    /**
     * Handles every purge entry that is due, as long as the time lasts. What goes wrong with one leaves the others
     * alone.
     *
     * @param isOver whether the time of this run is over
     */
    public Purged run(Instant now, BooleanSupplier isOver) {
        Run run = new Run(now.truncatedTo(ChronoUnit.MILLIS), isOver);
        Optional<ItemRange> range = Optional.of(PurgeEntry.range(ENTRIES_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(run::handle);
            range = found.next();
        }
        return new Purged(run.entries, run.removed, run.failures);
    }

    /** One run; used by one thread. */
    private final class Run {
        private final Instant now;
        private final BooleanSupplier isOver;
        private final List<Purged.Failure> failures = new ArrayList<>();
        private int entries;
        private long removed;

        Run(Instant now, BooleanSupplier isOver) {
            this.now = now;
            this.isOver = isOver;
        }

        void handle(ItemPage.Entry stored) {
            if (isOver.getAsBoolean()) {
                return;
            }
            try {
                handle(PurgeEntry.decode(stored.key(), stored.item()));
            } catch (RuntimeException e) {
                LOG.error("purge failed, entry={}", stored.key().sort(), e);
                failures.add(new Purged.Failure(stored.key().sort(), String.valueOf(e.getMessage())));
            }
        }

        private void handle(PurgeEntry entry) {
            ItemKey name = TopicItem.key(entry.name());
            Optional<Topic> topic =
                    items.get(name).map(item -> TopicItem.decode(name, item).topic());
            PurgePlan plan = PurgePlan.of(entry, topic, now);
            boolean removes = plan == PurgePlan.REMOVE || plan == PurgePlan.REMOVE_AND_DROP;
            if (plan == PurgePlan.WAIT || (removes && !removeAll(entry))) {
                return;
            }
            entries++;
            if (plan == PurgePlan.REMOVE) {
                endDeletion(entry);
                PurgeEntry again = entry.purgedAt(now);
                items.put(PurgeEntry.key(entry.topic()), again.encode(), entry.isUnchanged());
            } else {
                items.delete(PurgeEntry.key(entry.topic()), entry.isUnchanged());
            }
        }

        /** Every head first: without them nothing is read, or put under a new name, any more. */
        private boolean removeAll(PurgeEntry entry) {
            for (int i = 0; i < entry.partitionCount(); i++) {
                items.delete(Head.key(new PartitionId(entry.topic(), i)), List.of());
            }
            for (int i = 0; i < entry.partitionCount(); i++) {
                if (!removeItems(new PartitionId(entry.topic(), i))) {
                    return false;
                }
            }
            return true;
        }

        /** Whether it came to the end before the time was over. */
        private boolean removeItems(PartitionId partition) {
            Optional<ItemRange> range = Optional.of(PartitionKeys.everything(partition, ITEMS_PER_QUERY));
            while (range.isPresent()) {
                if (isOver.getAsBoolean()) {
                    return false;
                }
                ItemPage found = items.query(range.get());
                FanOut.map(executor, found.entries(), entry -> items.delete(entry.key(), List.of()));
                removed += found.entries().size();
                range = found.next();
            }
            return true;
        }

        /** Frees the name of a topic whose deletion stopped halfway; its heads are gone. */
        private void endDeletion(PurgeEntry entry) {
            items.delete(TopicItem.key(entry.name()), TopicItem.isStill(entry.topic()));
        }
    }
}
