package io.tidemark.sweep;

import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Segment;
import io.tidemark.layout.SweepCursor;
import io.tidemark.store.Condition;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoredObject;
import io.tidemark.store.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the objects that nothing names, once a day; see the package for why nothing else goes. A listing that does
 * not come to its end is taken up by the next run, which marks anew. Several runs may overlap. Thread-safe.
 */
public final class Sweep {
    /** No object is deleted that is younger, whatever is set. */
    public static final Duration MIN_GRACE = Duration.ofHours(1);

    /** Segments get so much more: no floor keeps a stalled merge from naming the one that it wrote. */
    public static final Duration SEGMENT_GRACE = Duration.ofHours(24);

    /** From the beginning of a sweep to that of the next one. */
    public static final Duration EVERY = Duration.ofDays(1);

    /** How many objects are listed, and deleted, at a time. */
    static final int MAX_LISTED = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private final ObjectStore objects;
    private final ItemStore items;
    private final Marking marking;
    private final Duration grace;
    private final int maxMarks;

    /** @param grace how long an object is kept whatever names it, {@link #MIN_GRACE} or more */
    public Sweep(ObjectStore objects, ItemStore items, Environment environment, Duration grace) {
        this(objects, items, environment, grace, Marks.MAX_MARKS);
    }

    Sweep(ObjectStore objects, ItemStore items, Environment environment, Duration grace, int maxMarks) {
        if (grace.compareTo(MIN_GRACE) < 0) {
            throw new IllegalArgumentException(
                    "a sweep with a grace of " + grace + "; it is " + MIN_GRACE + " or more");
        }
        this.objects = objects;
        this.items = items;
        this.marking = new Marking(items, environment.executor());
        this.grace = grace;
        this.maxMarks = maxMarks;
    }

    /**
     * Goes on with the sweep that is under way, or begins one when it is time.
     *
     * @param atOnce to begin one also where it is not time yet
     * @param isOver whether the time of this run is over
     * @return empty where nothing is due
     */
    public Optional<Swept> run(Instant now, boolean atOnce, BooleanSupplier isOver) {
        Optional<SweepCursor> stored = items.get(SweepCursor.key()).map(SweepCursor::decode);
        boolean underWay = stored.filter(cursor -> !cursor.done()).isPresent();
        boolean fresh = stored.filter(cursor -> now.isBefore(cursor.begunAt().plus(EVERY)))
                .isPresent();
        if (!underWay && fresh && !atOnce) {
            return Optional.empty();
        }
        SweepCursor begin = underWay ? stored.orElseThrow() : SweepCursor.begin(now.truncatedTo(ChronoUnit.MILLIS));
        return Optional.of(new Run(now, stored, isOver).sweep(begin));
    }

    /** One run; used by one thread. */
    private final class Run {
        private final Instant now;
        private final long floorMs;
        private final BooleanSupplier isOver;
        private Optional<SweepCursor> stored;
        private long marked;
        private long listed;
        private long deleted;
        private long bytesDeleted;
        private long restored;

        Run(Instant now, Optional<SweepCursor> stored, BooleanSupplier isOver) {
            this.now = now;
            this.floorMs = now.minus(grace).toEpochMilli();
            this.stored = stored;
            this.isOver = isOver;
        }

        /** Each pass over the bucket judges as many slices of ids as there is room to mark. */
        Swept sweep(SweepCursor begin) {
            SweepCursor cursor = begin;
            while (!cursor.done() && !isOver.getAsBoolean()) {
                Marks marks = new Marks(maxMarks, cursor.fromSlice(), cursor.toSlice());
                if (!marking.mark(floorMs, marks, visitor(cursor), isOver)) {
                    LOG.warn("no time to mark what is named, partitions={}: marks do not outlast a run", marked);
                    break;
                }
                cursor = cursor.narrowedTo(marks.toSlice());
                Optional<SweepCursor> behind = pass(cursor, marks);
                if (behind.isEmpty()) {
                    break;
                }
                cursor = behind.get();
            }
            return new Swept(cursor.done(), marked, listed, deleted, bytesDeleted, restored, stored.orElse(cursor));
        }

        private Consumer<Marking.Seen> visitor(SweepCursor cursor) {
            if (!cursor.isAtBeginning()) {
                return seen -> marked++;
            }
            LostDueEntries lost = new LostDueEntries(items, now);
            lost.readQueue();
            lost.restoreTransactions();
            return seen -> {
                marked++;
                lost.restore(seen);
                restored = lost.restored();
            };
        }

        /** Lists, judges and deletes up to the end of the pass; empty where time or another run stops it. */
        private Optional<SweepCursor> pass(SweepCursor begin, Marks marks) {
            SweepCursor cursor = begin;
            while (!isOver.getAsBoolean()) {
                List<StoredObject> page = next(cursor);
                delete(page.stream()
                        .filter(object -> isGarbage(object.key(), marks))
                        .toList());
                listed += page.size();
                cursor = page.isEmpty()
                        ? cursor.passed()
                        : cursor.listedTo(page.get(page.size() - 1).key());
                if (!save(cursor)) {
                    return Optional.empty();
                }
                if (page.isEmpty()) {
                    return Optional.of(cursor);
                }
            }
            return Optional.empty();
        }

        /** Batch objects of the pass's slices, then all segments; each page belongs to one of the two. */
        private List<StoredObject> next(SweepCursor cursor) {
            String begin = ObjectId.slicePrefix(cursor.fromSlice());
            String after = cursor.after().isEmpty() ? begin : cursor.after();
            if (after.startsWith(ObjectId.KEY_PREFIX)) {
                List<StoredObject> batches = objects.list(ObjectId.KEY_PREFIX, after, MAX_LISTED).stream()
                        .filter(object -> isBefore(object.key(), cursor.toSlice()))
                        .toList();
                if (!batches.isEmpty()) {
                    return batches;
                }
                after = "";
            }
            return objects.list(Segment.KEY_PREFIX, after, MAX_LISTED);
        }

        private static boolean isBefore(String key, int toSlice) {
            return toSlice == ObjectId.SLICES || key.compareTo(ObjectId.slicePrefix(toSlice)) < 0;
        }

        /** A key that is not of this layout was put by somebody else, and is left alone. */
        private boolean isGarbage(String key, Marks marks) {
            Optional<ObjectId> segment = Segment.objectOfKey(key);
            long olderThanMs = segment.isPresent() ? floorMs - SEGMENT_GRACE.toMillis() : floorMs;
            return segment.or(() -> ObjectId.ofKey(key))
                    .filter(id -> id.timeMs() < olderThanMs && marks.isJudged(id) && !marks.contains(id))
                    .isPresent();
        }

        private void delete(List<StoredObject> garbage) {
            if (garbage.isEmpty()) {
                return;
            }
            List<String> keys = new ArrayList<>();
            garbage.forEach(object -> keys.add(object.key()));
            objects.delete(keys);
            deleted += garbage.size();
            bytesDeleted += garbage.stream().mapToLong(StoredObject::sizeBytes).sum();
        }

        /** Whether this run is still the one that moves the cursor. */
        private boolean save(SweepCursor cursor) {
            List<Condition> asRead =
                    stored.map(SweepCursor::isUnchanged).orElseGet(() -> List.of(LayoutVersion.noItem()));
            if (items.put(SweepCursor.key(), cursor.encode(), asRead) instanceof WriteOutcome.Refused) {
                return false;
            }
            stored = Optional.of(cursor);
            return true;
        }
    }
}
