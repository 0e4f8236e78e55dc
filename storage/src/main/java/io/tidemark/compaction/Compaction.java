package io.tidemark.compaction;

import io.tidemark.layout.Head;
import io.tidemark.layout.Segment;
import io.tidemark.partition.Heads;
import io.tidemark.partition.StalePlanException;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compacts partitions, pass by pass. Thread-safe. */
public final class Compaction {
    /** What the keys of a pass take in memory at most: 2.5 million of them fit. */
    public static final int MAX_MAP_SIZE_BYTES = 64 << 20;

    private final ItemStore items;
    private final ObjectStore objects;
    private final SegmentBegins begins;
    private final Heads heads;
    private final Environment environment;
    private final int mapSizeBytes;

    /** @param mapSizeBytes what the keys of a pass may take in memory; each partition at work takes it */
    public Compaction(ItemStore items, ObjectStore objects, Environment environment, int mapSizeBytes) {
        this.items = items;
        this.objects = objects;
        this.begins = new SegmentBegins(objects, environment.executor());
        this.heads = new Heads(items);
        this.environment = environment;
        this.mapSizeBytes = mapSizeBytes;
    }

    /**
     * One pass, if one is due.
     *
     * @throws StoreUnavailableException also where a segment or its object is missing
     */
    public CompactionOutcome run(CompactionTask task) {
        if (!task.config().isCompacted() || task.dirtyFrom() >= task.compactableTo()) {
            return new CompactionOutcome.NotDue(Optional.empty());
        }
        try {
            return runIfDue(task);
        } catch (StalePlanException e) {
            return ifMoved(task, e);
        }
    }

    private CompactionOutcome runIfDue(CompactionTask task) {
        Head.Offsets offsets = task.head().offsets();
        List<SegmentSize> segments = new ArrayList<>();
        List<Segment> dirty = new ArrayList<>();
        new SegmentItems(items, task.partition(), offsets.low(), offsets.merged()).forEachRemaining(segment -> {
            segments.add(SegmentSize.of(segment));
            if (segment.lastOffset() >= task.dirtyFrom() && dirty.size() < SegmentBegins.MAX_SEGMENTS) {
                dirty.add(segment);
            }
        });
        DirtyRange range = DirtyRange.of(segments, task.dirtyFrom(), task.compactableTo(), task.config(), task.now());
        boolean hasMaxLag = task.config().maxCompactionLag().toMillis() < Long.MAX_VALUE;
        Optional<Long> oldestMs = hasMaxLag ? begins.oldestMs(task.partition(), dirty) : Optional.empty();
        return range.isDue(task.config(), oldestMs, task.now())
                ? new CompactionPass(items, objects, environment, task).run(range, mapSizeBytes)
                : new CompactionOutcome.NotDue(range.next(task.config(), oldestMs));
    }

    /** Segments are missing: they were removed, or that is damage. */
    private CompactionOutcome ifMoved(CompactionTask task, StalePlanException missing) {
        long low = task.head().offsets().low();
        if (heads.read(task.partition())
                .filter(now -> now.offsets().low() == low)
                .isPresent()) {
            throw new StoreUnavailableException(Effect.NONE, String.valueOf(missing.getMessage()), missing);
        }
        return new CompactionOutcome.Overtaken("segments were removed meanwhile");
    }
}
