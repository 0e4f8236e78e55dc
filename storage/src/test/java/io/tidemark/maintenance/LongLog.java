package io.tidemark.maintenance;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Page;
import io.tidemark.layout.Segment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import io.tidemark.sweep.SweepWorld;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A log of segments, and pages behind them, of one batch each, with an index entry for each that raises the maximum.
 * Only the items are there. What a step asks of them is counted.
 */
final class LongLog {
    static final int OFFSETS_A_UNIT = 10;
    static final int SIZE_BYTES = 1_000;

    final HeadWorld world = new HeadWorld(61);
    private final Random random = new Random(62);
    private final StoreMeter meter = new StoreMeter();
    private int units;

    /** With rising timestamps. */
    LongLog(int segments, int pages) {
        for (int i = 0; i < segments; i++) {
            segment(timestampMs(units));
        }
        set(Update.builder().set(Head.MERGED, Value.of(begin(segments))));
        for (int i = 0; i < pages; i++) {
            page(timestampMs(units));
        }
    }

    /** The offset at which a unit begins, counted from 0. */
    static long begin(int unit) {
        return (long) unit * OFFSETS_A_UNIT;
    }

    static long timestampMs(int unit) {
        return SweepWorld.START.toEpochMilli() + 1_000L * unit;
    }

    ItemStore items() {
        return new MeteredItemStore(plain(), meter);
    }

    ItemStore plain() {
        return world.world.store.items();
    }

    Head head() {
        return world.head();
    }

    /** What a step asked for. */
    StoreReading costOf(Step step) {
        return costOf(() -> world.run(step, head()));
    }

    StoreReading costOf(Runnable work) {
        StoreReading before = meter.reading();
        work.run();
        return meter.reading().minus(before);
    }

    void set(Update.Builder update) {
        world.update(update);
    }

    /** Moves the log start to where a unit begins, and nothing else. */
    void moveLow(int unit) {
        set(Update.builder().set(Head.LOW, Value.of(begin(unit))));
    }

    private void segment(long timestampMs) {
        Segment segment = new Segment(
                begin(units),
                begin(units + 1) - 1,
                ObjectId.create(world.world.now(), random),
                SIZE_BYTES,
                timestampMs,
                List.of(new Segment.Block(begin(units), 0, timestampMs)));
        plain().put(Segment.key(world.partition, begin(units)), segment.encode(), List.of());
        sealed(timestampMs);
    }

    /** A further page, as a seal puts it. */
    Page page(long timestampMs) {
        ObjectId object = ObjectId.create(world.world.now(), random);
        Page page = new Page(
                begin(units),
                List.of(new BatchReference(
                        object, 0, BatchReference.Kind.PLAIN, 0, SIZE_BYTES, OFFSETS_A_UNIT - 1, timestampMs)));
        plain().put(Page.key(world.partition, page.baseOffset()), page.encode(), List.of());
        sealed(timestampMs);
        return page;
    }

    private void sealed(long timestampMs) {
        Head.SealedMax max = head().sealedMax();
        if (timestampMs > max.maxTimestampMs()) {
            put(max.indexVersion(), new IndexEntry(timestampMs, begin(units), max.maxTimestampMs(), max.since()));
        }
        units++;
        set(Update.builder()
                .set(Head.SEALED, Value.of(begin(units)))
                .set(Head.HIGH, Value.of(begin(units)))
                .set(Head.MAX_TIMESTAMP, Value.of(Math.max(timestampMs, max.maxTimestampMs())))
                .add(Head.SIZE, SIZE_BYTES));
    }

    void put(long version, IndexEntry entry) {
        plain().put(IndexEntry.key(world.partition, version, entry.timestampMs()), entry.encode(), List.of());
    }

    /** The index entries of a version, lowest timestamp first. */
    List<IndexEntry> entries(long version) {
        return world.world.items(world.partition).stream()
                .filter(entry -> entry.key().sort().startsWith("I" + version + "#"))
                .map(entry -> IndexEntry.decode(entry.key(), entry.item()))
                .toList();
    }

    /** Where these units begin. */
    static List<Long> begins(int from, int before) {
        return LongStream.range(from, before)
                .mapToObj(unit -> begin((int) unit))
                .toList();
    }
}
