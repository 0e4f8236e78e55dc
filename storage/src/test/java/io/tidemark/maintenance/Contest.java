package io.tidemark.maintenance;

import io.tidemark.compaction.Compaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.ProducerItems;
import io.tidemark.layout.Segment;
import io.tidemark.producer.ProducerState;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** For each step that commits: work for it, and what somebody else may do to the partition at the same time. */
@SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
enum Contest {
    /** Another producer fills the tail, and seals it. */
    SEAL(
            StepName.SEAL,
            (world, partition) -> world.append(partition, 5, 1),
            Duration.ofMinutes(21),
            world -> world.append(ContestedWorld.CONTESTED, 11, 0),
            head -> head.tail().isEmpty()),
    /** Somebody deletes some of the records that are too old. */
    RETENTION(
            StepName.RETENTION,
            (world, partition) -> {
                world.append(partition, ContestedWorld.PAGE, 11);
                world.append(partition, ContestedWorld.PAGE, 1);
            },
            Duration.ofMinutes(21),
            world -> world.deleteBefore(ContestedWorld.CONTESTED, 5),
            head -> head.offsets().low() == ContestedWorld.PAGE),
    /** Somebody deletes all that the build has seen, and others append and seal. */
    REBUILD_INDEX(
            StepName.REBUILD_INDEX,
            (world, partition) -> {
                world.append(partition, ContestedWorld.PAGE, 1);
                world.append(partition, ContestedWorld.PAGE, 2);
                world.deleteBefore(partition, ContestedWorld.PAGE);
            },
            Duration.ofMinutes(21),
            world -> {
                world.deleteBefore(
                        ContestedWorld.CONTESTED, world.head().offsets().high());
                world.append(ContestedWorld.CONTESTED, ContestedWorld.PAGE, 3);
            },
            head -> head.sealedMax().since() > 0),
    /** A compaction writes anew the segment that is to go. */
    REMOVE(
            StepName.REMOVE,
            (world, partition) -> {
                mergePage(world, partition);
                world.deleteBefore(partition, ContestedWorld.PAGE);
            },
            Duration.ofMinutes(21),
            Contest::rewriteSegment,
            head -> true),
    /** Another run merges, and others append and seal. */
    MERGE(
            StepName.MERGE,
            (world, partition) -> world.append(partition, ContestedWorld.PAGE, 1),
            Duration.ofHours(25),
            world -> {
                merge(world).run(world.job());
                world.append(ContestedWorld.CONTESTED, ContestedWorld.PAGE, 1);
            },
            head -> head.offsets().merged() == head.offsets().high()),
    /** Another run compacts, and others append and seal. */
    COMPACT(
            StepName.COMPACT,
            Contest::mergePage,
            Duration.ofMinutes(21),
            world -> {
                new Compact(compaction(world)).run(world.job());
                world.append(ContestedWorld.CONTESTED, ContestedWorld.PAGE, 1);
            },
            Contest::isCompacted),
    /** Somebody deletes all that is compacted, another run removes it, and others append and seal. */
    COMPACT_WHAT_IS_REMOVED(
            StepName.COMPACT,
            Contest::mergePage,
            Duration.ofMinutes(21),
            world -> {
                world.deleteBefore(
                        ContestedWorld.CONTESTED, world.head().offsets().high());
                new Remove(world.items()).run(world.job());
                world.append(ContestedWorld.CONTESTED, ContestedWorld.PAGE, 1);
            },
            Contest::isCompacted),
    /** Another run drops the attempt, and a further one is closed. */
    DROP_ATTEMPTS(
            StepName.DROP_ATTEMPTS,
            (world, partition) -> {
                world.append(partition, ContestedWorld.PAGE, 1);
                close(world, partition, 52);
            },
            Duration.ofMinutes(21),
            world -> {
                new DropAttempts(world.items()).run(world.job());
                close(world, ContestedWorld.CONTESTED, 53);
            },
            head -> head.closedAttempts().isEmpty()),
    /** The producer is not idle after all. */
    DROP_PRODUCERS(
            StepName.DROP_PRODUCERS,
            (world, partition) -> {
                world.append(partition, ContestedWorld.PAGE, 1);
                appended(world, partition, world.world.now().minus(Duration.ofDays(2)));
            },
            Duration.ofMinutes(21),
            world -> appended(world, ContestedWorld.CONTESTED, world.world.now()),
            head -> head.producers().isEmpty());

    private static final long PRODUCER = 7;

    final StepName step;
    private final BiConsumer<ContestedWorld, Integer> work;
    private final Duration untilDue;
    private final Consumer<ContestedWorld> other;
    private final Predicate<Head> done;

    Contest(
            StepName step,
            BiConsumer<ContestedWorld, Integer> work,
            Duration untilDue,
            Consumer<ContestedWorld> other,
            Predicate<Head> done) {
        this.step = step;
        this.work = work;
        this.untilDue = untilDue;
        this.other = other;
        this.done = done;
    }

    /** Every partition has work for this step, and for no other one before it. */
    ContestedWorld prepared() {
        ContestedWorld world = new ContestedWorld(step == StepName.COMPACT ? "compact,delete" : "delete");
        world.world.swept();
        for (int partition = 0; partition < ContestedWorld.PARTITIONS; partition++) {
            work.accept(world, partition);
        }
        world.world.passes(untilDue);
        return world;
    }

    void somebodyElse(ContestedWorld world) {
        other.accept(world);
    }

    /** Whether the step has no work left, for which time may have to pass. */
    boolean isDone(ContestedWorld world) {
        boolean removed = step != StepName.REMOVE
                || world.items().get(Segment.key(world.contested, 0)).isEmpty();
        boolean compacted = step != StepName.COMPACT
                || world.offsetsThere(ContestedWorld.CONTESTED).size() == ContestedWorld.KEYS;
        return removed && compacted && done.test(world.head());
    }

    /**
     * The call by which the step commits. Where the rewritten segment is already in its place, that others remove it is
     * in no pass's way.
     */
    boolean isCommit(StoreCall call, ContestedWorld world) {
        String key = Head.key(world.contested).partition();
        if (this == COMPACT_WHAT_IS_REMOVED) {
            return call.kind() == StoreCall.Kind.PUT && call.key().startsWith(key + " S#");
        }
        return step == StepName.REMOVE
                ? call.kind() == StoreCall.Kind.DELETE && call.key().startsWith(key + " S#")
                : call.isHeadUpdate() && call.key().startsWith(key + " ");
    }

    /** The call by which the step, or the run before it, has read what it commits on. */
    boolean isRead(StoreCall call, ContestedWorld world) {
        String key = Head.key(world.contested).partition();
        return step == StepName.REMOVE
                ? call.kind() == StoreCall.Kind.QUERY && call.key().startsWith(key + " S#")
                : call.kind() == StoreCall.Kind.GET && call.key().equals(key + " H");
    }

    private static boolean isCompacted(Head head) {
        return head.offsets().cleaned() == head.offsets().high();
    }

    private static void mergePage(ContestedWorld world, int partition) {
        world.append(partition, ContestedWorld.PAGE, 1);
        merge(world)
                .run(new Job(
                        world.topic,
                        world.topic.partition(partition),
                        world.head(partition),
                        world.world.now().plus(MaintenanceSettings.USUAL.mergeMaxAge()),
                        Instant.MAX));
    }

    private static Compaction compaction(ContestedWorld world) {
        return new Compaction(
                world.items(), world.world.store.objects(), world.world.environment(), Compaction.MAX_MAP_SIZE_BYTES);
    }

    private static Merge merge(ContestedWorld world) {
        return new Merge(
                world.items(),
                world.world.store.objects(),
                world.world.environment(),
                MaintenanceSettings.USUAL.mergeMaxAge());
    }

    private static void rewriteSegment(ContestedWorld world) {
        ItemKey key = Segment.key(world.contested, 0);
        Segment old = Segment.decode(key, world.items().get(key).orElseThrow());
        ObjectId object = ObjectId.create(world.world.now(), new Random(54));
        Segment rewritten = new Segment(
                old.beginOffset(), old.lastOffset(), object, old.sizeBytes(), old.newestObjectMs(), old.blocks());
        Bytes content = world.world
                .store
                .objects()
                .get(old.objectKey(world.contested), 0, Integer.MAX_VALUE)
                .orElseThrow();
        world.world.store.objects().putIfAbsent(rewritten.objectKey(world.contested), content);
        world.items().put(key, rewritten.encode(), List.of(old.isUnchanged()));
    }

    private static void close(ContestedWorld world, int partition, long seed) {
        Instant now = world.world.now();
        String name = ObjectId.create(now, new Random(seed)).ulid() + "-0";
        world.update(partition, Update.builder().set(Head.closedAttempt(name), Value.of(now.toEpochMilli())));
    }

    private static void appended(ContestedWorld world, int partition, Instant time) {
        ProducerState state = new ProducerState(
                (short) 3,
                7,
                TimeUnit.MILLISECONDS.toMinutes(time.toEpochMilli()),
                List.of(new ProducerState.Batch(7, 0)));
        world.update(
                partition,
                Update.builder()
                        .set(Head.producer(PRODUCER), Value.of(ProducerItems.pack(state)))
                        .set(Head.producerOffset(PRODUCER), Value.of(0)));
    }
}
