package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the time index anew, as the next version beside the one in use, and switches to it by one head update. Due
 * where a head has no index, and where the batch that set the sealed maximum is about to be removed: no later page
 * could raise that maximum, so none would get an entry. Until then lookups are right, only slower. A build whose time is
 * over leaves what it has put to the next one. Thread-safe.
 *
 * <p>That a compaction has dropped the largest timestamp makes no build due: whether it was the last batch with it takes
 * a walk over all items to tell, and times that go on pass it by themselves.
 */
final class IndexRebuild implements Step {
    /** Each round takes what was sealed since the last one; a partition that is sealed all the while is skipped. */
    private static final int MAX_ROUNDS = 10;

    private static final int ITEMS_PER_QUERY = 100;

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
            if (!next.extendTo(seen.get(), () -> isOver(job))) {
                log("time index is not rebuilt to its end", job, next, begin);
                return StepOutcome.Unfinished.INSTANCE;
            }
            HeadOutcome outcome = heads.update(job.partition(), next.switchOver(seen.get()));
            if (outcome instanceof HeadOutcome.Applied applied) {
                log("time index rebuilt", job, next, begin);
                removeEntriesBefore(job.partition(), next.version());
                // another is due where the log start has passed the maximum meanwhile: the removal comes next
                return new StepOutcome.Done(applied.head(), true);
            }
            seen = ((HeadOutcome.Refused) outcome).current().filter(next::goesOnWith);
        }
        return new StepOutcome.Skipped("the partition was sealed, trimmed or rebuilt all the while");
    }

    private boolean isOver(Job job) {
        return !clock.instant().isBefore(job.end());
    }

    private void log(String what, Job job, NextIndex next, Instant begin) {
        LOG.info(
                "{}, topic={} partition={} batches={} elapsedMs={}",
                what,
                job.topic().name(),
                job.partition().partition(),
                next.parts(),
                Duration.between(begin, clock.instant()).toMillis());
    }

    private boolean isDue(Job job) {
        Head.SealedMax max = job.head().sealedMax();
        return max.indexVersion() == 0
                || (max.since() < job.head().offsets().low()
                        && max.maxTimestampMs() > Units.NO_TIMESTAMP
                        && largestBelowLogStart(job.partition(), job.head()) >= max.maxTimestampMs());
    }

    /**
     * The largest timestamp in what is about to be removed, as far as the head's maximum speaks of it: not of what lay
     * below the log start when that was set anew, by a build or by a log start that passed everything.
     */
    private long largestBelowLogStart(PartitionId partition, Head head) {
        Head.Offsets offsets = head.offsets();
        long since = head.sealedMax().since();
        long low = offsets.low();
        long inSegments = low == 0 || offsets.merged() == 0
                ? Units.NO_TIMESTAMP
                : largest(Segment.between(partition, 0, Math.min(low, offsets.merged()), ITEMS_PER_QUERY), found -> {
                    Segment segment = Segment.decode(found.key(), found.item());
                    return isBetween(since, segment.lastOffset(), low) ? segment.maxTimestampMs() : Units.NO_TIMESTAMP;
                });
        long inPages = low <= offsets.merged()
                ? Units.NO_TIMESTAMP
                : largest(Page.between(partition, offsets.merged(), low, ITEMS_PER_QUERY), found -> {
                    Page page = Page.decode(found.key(), found.item());
                    return isBetween(since, page.lastOffset(), low) ? page.maxTimestampMs() : Units.NO_TIMESTAMP;
                });
        return Math.max(inSegments, inPages);
    }

    private static boolean isBetween(long from, long offset, long before) {
        return from <= offset && offset < before;
    }

    private long largest(ItemRange range, ToLongFunction<ItemPage.Entry> maximum) {
        long largest = Units.NO_TIMESTAMP;
        ItemWalk walk = new ItemWalk(items, range);
        while (walk.hasNext()) {
            largest = Math.max(largest, maximum.applyAsLong(walk.next()));
        }
        return largest;
    }

    /** Of the version that was in use until now, and of older ones, should their removal not have come to its end. */
    private void removeEntriesBefore(PartitionId partition, long version) {
        for (ItemRange range : IndexEntry.ofOtherVersions(partition, version, ITEMS_PER_QUERY)) {
            ItemWalk walk = new ItemWalk(items, range);
            while (walk.hasNext()) {
                ItemKey key = walk.next().key();
                if (IndexEntry.version(key) < version) {
                    items.delete(key, List.of());
                }
            }
        }
    }
}
