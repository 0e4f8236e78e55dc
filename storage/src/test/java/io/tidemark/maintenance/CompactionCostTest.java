package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Segment;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a pass asks of the stores, over segments of one MiB each. */
final class CompactionCostTest {
    private static final int SEGMENTS = 5;
    private static final int BATCHES = 16;
    private static final int RECORDS = 60;
    private static final String VALUE = "v".repeat(1_000);

    private final CompactedWorld compacted =
            new CompactedWorld(1, "min.cleanable.dirty.ratio", "0", "segment.bytes", Integer.toString(1 << 20));

    @Test
    void aPassReadsEachByteOnceAndTheDirtyOnesTwiceAndWritesWhatChanges() {
        for (int segment = 0; segment < SEGMENTS; segment++) {
            fill(segment * BATCHES, BATCHES);
        }
        compacted.merge();
        compacted.compact();
        assertThat(compacted.segments()).hasSizeGreaterThanOrEqualTo(SEGMENTS);
        List<Segment> before = compacted.segments();
        assertNothingIsReadWhenNothingIsDirty();

        // again the last keys of the first segment, and no others
        fill(BATCHES - 4, 3);
        compacted.merge();
        StoreReading cost = metered();

        List<Segment> behind = compacted.segments();
        Segment dirty = behind.get(before.size());
        assertThat(behind.get(0).object()).isNotEqualTo(before.get(0).object());
        assertThat(behind.subList(1, before.size())).isEqualTo(before.subList(1, before.size()));
        long sizeBytes = before.stream().mapToLong(Segment::sizeBytes).sum() + dirty.sizeBytes();
        // the first segment is read as a whole before it is known that its end changes; nothing of it is read again
        assertThat(cost.objectReads().bytes()).isEqualTo(sizeBytes + dirty.sizeBytes());
        assertThat(cost.objectReads().gets()).isLessThanOrEqualTo(2L * behind.size() + 2);
        assertThat(cost.objectWrites().bytes()).isEqualTo(behind.get(0).sizeBytes());
        assertThat(cost.objectWrites().puts()).isEqualTo(1);
        assertThat(cost.itemWrites().puts()).isEqualTo(1);
        assertThat(cost.itemWrites().updates()).isEqualTo(1);
        assertThat(cost.itemWrites().deletes()).isZero();
        // topic, twice, and head, and whether an earlier run has begun; segments to plan, to map and to write; aborts
        assertThat(cost.itemReads().gets()).isEqualTo(4);
        assertThat(cost.itemReads().queries()).isEqualTo(6);
    }

    private void assertNothingIsReadWhenNothingIsDirty() {
        StoreReading idle = metered();
        assertThat(idle.itemReads().gets()).as("topic, twice, and head").isEqualTo(3);
        assertThat(idle.itemReads().queries()).isZero();
        assertThat(idle.objectReads().gets()).isZero();
        assertThat(idle.itemWrites().requests()).isZero();
    }

    private StoreReading metered() {
        StoreMeter meter = new StoreMeter();
        Maintenance maintenance = new Maintenance(
                new MeteredObjectStore(compacted.world.store.objects(), meter),
                new MeteredItemStore(compacted.world.store.items(), meter),
                compacted.world.environment());
        maintenance.run(new MaintenanceRequest(
                Duration.ofMinutes(5), Set.of(StepName.COMPACT), Set.of(compacted.topic.name())));
        return meter.reading();
    }

    /** Batches whose records have keys of their own, numbered from that of the first batch on. */
    private void fill(int first, int batches) {
        for (int batch = first; batch < first + batches; batch++) {
            String[] records = new String[RECORDS];
            for (int i = 0; i < RECORDS; i++) {
                records[i] = "key-" + batch + "-" + i + "=" + VALUE + "@" + (batch + 1);
            }
            compacted.append(records);
        }
    }
}
