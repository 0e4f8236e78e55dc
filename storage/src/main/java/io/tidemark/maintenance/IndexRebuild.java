package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.maintenance.Units.Unit;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the time index anew, as the next version beside the one in use, and switches to it by one head update. Due
 * where a head has no index, and where the batch that set the sealed maximum is about to be removed: no later page
 * could raise that maximum, so none would get an entry. Until then lookups are right, only slower. Thread-safe.
 */
final class IndexRebuild implements Step {
    /** Each round takes what was sealed since the last one; a partition that is sealed all the while is skipped. */
    private static final int MAX_ROUNDS = 10;

    private static final int ENTRIES_PER_QUERY = 200;

    private static final Logger LOG = LoggerFactory.getLogger(IndexRebuild.class);

    private final ItemStore items;
    private final Heads heads;
    private final Clock clock;

    IndexRebuild(ItemStore items, Clock clock) {
        this.items = items;
        this.heads = new Heads(items);
        this.clock = clock;
    }

    @Override
    public StepName name() {
        return StepName.REBUILD_INDEX;
    }

    @Override
    public StepOutcome run(Job job) {
        if (!isDue(job)) {
            return StepOutcome.idle();
        }
        Instant begin = clock.instant();
        NextIndex next = new NextIndex(items, job.partition(), job.head());
        Optional<Head> seen = Optional.of(job.head());
        for (int round = 0; round < MAX_ROUNDS && seen.isPresent(); round++) {
            next.extendTo(seen.get());
            HeadOutcome outcome = heads.update(job.partition(), next.switchOver(seen.get()));
            if (outcome instanceof HeadOutcome.Applied applied) {
                LOG.info(
                        "time index rebuilt, topic={} partition={} batches={} elapsedMs={}",
                        job.topic().name(),
                        job.partition().partition(),
                        next.parts(),
                        Duration.between(begin, clock.instant()).toMillis());
                removeEntries(job.partition(), job.head().sealedMax().indexVersion());
                return new StepOutcome.Done(applied.head(), false);
            }
            seen = ((HeadOutcome.Refused) outcome).current().filter(next::goesOnWith);
        }
        return new StepOutcome.Skipped("the partition was sealed, trimmed or rebuilt all the while");
    }

    private boolean isDue(Job job) {
        Head head = job.head();
        long largest = head.sealedMax().maxTimestampMs();
        return head.sealedMax().indexVersion() == 0
                || (largest > Units.NO_TIMESTAMP && largestBelowLogStart(job) >= largest);
    }

    /** The largest timestamp in what is about to be removed. */
    private long largestBelowLogStart(Job job) {
        long low = job.head().offsets().low();
        long largest = Units.NO_TIMESTAMP;
        Units units = new Units(items, job.partition(), job.head(), 0);
        while (low > 0 && units.hasNext()) {
            Unit unit = units.next();
            if (unit.lastOffset() >= low) {
                return largest;
            }
            largest = Math.max(largest, unit.maxTimestampMs());
        }
        return largest;
    }

    /** Of the version that is not in use any more. What a crash leaves of it is in nobody's way. */
    private void removeEntries(PartitionId partition, long indexVersion) {
        if (indexVersion == 0) {
            return;
        }
        Optional<ItemRange> range = Optional.of(IndexEntry.all(partition, indexVersion, ENTRIES_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            found.entries().forEach(entry -> items.delete(entry.key(), List.of()));
            range = found.next();
        }
    }
}
