package io.tidemark.compaction;

import io.tidemark.layout.CompactionCursor;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Segment;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.SealedBatches;
import io.tidemark.partition.StalePlanException;
import io.tidemark.store.Condition;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass over one partition. Used by one thread, once. */
final class CompactionPass {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionPass.class);

    private final ItemStore items;
    private final ObjectStore objects;
    private final SealedBatches batches;
    private final Heads heads;
    private final Environment environment;
    private final CompactionTask task;
    private int segmentsRead;
    private int segmentsRewritten;
    private long sizeBytesBefore;
    private long sizeBytesAfter;

    CompactionPass(ItemStore items, ObjectStore objects, Environment environment, CompactionTask task) {
        this.items = items;
        this.objects = objects;
        this.batches = new SealedBatches(objects, environment.executor());
        this.heads = new Heads(items);
        this.environment = environment;
        this.task = task;
    }

    /** What ends a pass before its end. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient CompactionOutcome outcome;

        Ended(CompactionOutcome outcome) {
            this.outcome = outcome;
        }
    }

    CompactionOutcome run(DirtyRange range, int mapSizeBytes) {
        Optional<CompactionCursor> noted = cursor();
        PassStart start = PassStart.of(task, range, noted);
        Instant mapUntil = start.mapUntil(environment.clock().instant(), task.end());
        AbortedTransactions aborted =
                AbortedTransactions.read(items, task, start.mapTo(), AbortedTransactions.MAX_HELD);
        KeyMap map = new KeyMap(range.from(), aborted.end(), mapSizeBytes);
        try {
            map(new SegmentItems(items, task.partition(), range.from(), aborted.end()), map, aborted, mapUntil);
            rewrite(start, map, aborted);
            return commit(
                    map, map.mappedTo() < range.to() || range.blockedUntil().isPresent(), noted);
        } catch (Ended ended) {
            return ended.outcome;
        }
    }

    private Optional<CompactionCursor> cursor() {
        ItemKey key = CompactionCursor.key(task.partition());
        return items.get(key).map(item -> CompactionCursor.decode(key, item));
    }

    /** At least one segment, or the pass would not come on. */
    private void map(SegmentItems dirty, KeyMap map, AbortedTransactions aborted, Instant until) {
        TransactionTrace transactions = aborted.trace(Set.of());
        while (dirty.hasNext() && !map.isFull()) {
            Segment segment = dirty.next();
            try {
                map.add(task.partition(), segment, batches, transactions);
            } catch (StalePlanException e) {
                throw gone(segment, e);
            }
            if (isOver(until)) {
                map.endBefore(segment.lastOffset() + 1);
                return;
            }
        }
    }

    /** At least one segment: the next run goes on behind it. */
    private void rewrite(PassStart start, KeyMap map, AbortedTransactions aborted) {
        TransactionTrace transactions = aborted.trace(start.producers());
        BatchFilter filter =
                new BatchFilter(map, transactions, task.now(), task.config().deleteRetention());
        SegmentItems rest = new SegmentItems(items, task.partition(), start.next(), map.mappedTo());
        while (rest.hasNext()) {
            Segment segment = rest.next();
            try {
                rewrite(segment, filter).ifPresent(rewritten -> exchange(segment, rewritten));
            } catch (StalePlanException e) {
                throw gone(segment, e);
            }
            aborted.deleteWithout(filter, segment.beginOffset(), segment.lastOffset());
            if (rest.hasNext() && isOver(task.end())) {
                throw unfinished(map, segment.lastOffset() + 1, transactions);
            }
        }
    }

    private boolean isOver(Instant time) {
        return !environment.clock().instant().isBefore(time);
    }

    /** The time is over: notes how far the pass has come. */
    private Ended unfinished(KeyMap map, long next, TransactionTrace transactions) {
        CompactionCursor cursor =
                new CompactionCursor(task.head().offsets().cleaned(), map.mappedTo(), next, transactions.withData());
        items.put(CompactionCursor.key(task.partition()), cursor.encode(), List.of());
        LOG.warn(
                "compaction did not end within the run and goes on in the next, topic={} partition={} next={}"
                        + " mappedTo={} segments={} rewritten={}",
                task.topic().name(),
                task.partition().partition(),
                next,
                map.mappedTo(),
                segmentsRead,
                segmentsRewritten);
        return new Ended(new CompactionOutcome.Unfinished());
    }

    private Optional<Segment> rewrite(Segment segment, BatchFilter filter) {
        ObjectId object = ObjectId.create(environment.clock().instant(), environment.random());
        try (SegmentRewrite rewrite = new SegmentRewrite(objects, batches, task.partition(), segment, object)) {
            Optional<Segment> rewritten = rewrite.run(filter);
            segmentsRead++;
            segmentsRewritten += rewritten.isPresent() ? 1 : 0;
            sizeBytesBefore += segment.sizeBytes();
            sizeBytesAfter += rewritten.orElse(segment).sizeBytes();
            return rewritten;
        }
    }

    private void exchange(Segment segment, Segment rewritten) {
        WriteOutcome outcome = items.put(key(segment), rewritten.encode(), List.of(segment.isUnchanged()));
        if (!(outcome instanceof WriteOutcome.Applied)) {
            throw overtaken(segment);
        }
    }

    private ItemKey key(Segment segment) {
        return Segment.key(task.partition(), segment.beginOffset());
    }

    /** An object is not where its item says: somebody has exchanged or removed the segment, or that is damage. */
    private RuntimeException gone(Segment segment, StalePlanException missing) {
        boolean stands = items.get(key(segment))
                .map(item -> Segment.decode(key(segment), item))
                .filter(now -> now.object().equals(segment.object()))
                .isPresent();
        return stands
                ? new StoreUnavailableException(Effect.NONE, String.valueOf(missing.getMessage()), missing)
                : overtaken(segment);
    }

    private static Ended overtaken(Segment segment) {
        return new Ended(new CompactionOutcome.Overtaken(
                "the segment from " + segment.beginOffset() + " was exchanged or removed meanwhile"));
    }

    private CompactionOutcome commit(KeyMap map, boolean more, Optional<CompactionCursor> noted) {
        Update update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(
                        Head.CLEANED, Value.of(task.head().offsets().cleaned())))
                .set(Head.CLEANED, Value.of(map.mappedTo()))
                .build();
        if (!(heads.update(task.partition(), update) instanceof HeadOutcome.Applied applied)) {
            return new CompactionOutcome.Overtaken("another run has compacted the partition");
        }
        // it is of this pass, or was left behind by one before
        noted.ifPresent(cursor -> items.delete(CompactionCursor.key(task.partition()), List.of(cursor.isOfThisPass())));
        LOG.info(
                "compacted, topic={} partition={} cleaned={} keys={} segments={} rewritten={} bytesBefore={}"
                        + " bytesAfter={} elapsedMs={}",
                task.topic().name(),
                task.partition().partition(),
                map.mappedTo(),
                map.keys().size(),
                segmentsRead,
                segmentsRewritten,
                sizeBytesBefore,
                sizeBytesAfter,
                Duration.between(task.now(), environment.clock().instant()).toMillis());
        return new CompactionOutcome.Passed(applied.head(), more);
    }
}
