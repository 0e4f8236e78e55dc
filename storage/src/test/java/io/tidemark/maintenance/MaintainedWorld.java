package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.layout.Head;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A partition that has something for every step: a page that is to be deleted, pages to be merged, a tail to be sealed,
 * a topic to be purged, an object to be swept. Every batch has one record.
 */
final class MaintainedWorld {
    static final int BATCHES = 60;
    static final Duration DAY = Duration.ofDays(1);

    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final int FIRST_PAGE = 16;

    final SweepWorld world;
    final Topic topic;

    /** The record's timestamp at each offset. */
    private final List<Long> timestampsMs = new ArrayList<>();

    MaintainedWorld(long seed) {
        world = new SweepWorld(seed);
        topic = world.create("orders", 1, Map.of("retention.ms", "864000000"));
        Topic deleted = world.create("deleted", 2);
        world.append(deleted, 1, 5);
        world.tidemark().topics().delete(deleted.name());
        for (int i = 0; i < BATCHES; i++) {
            long ageDays = i < FIRST_PAGE ? 10 : i < 2 * FIRST_PAGE ? 8 : 1;
            append(SweepWorld.START.minus(Duration.ofDays(ageDays)).toEpochMilli() + i);
        }
        world.passes(DAY.plusHours(1));
        world.garbage(DAY);
    }

    void append(long timestampMs) {
        assertThat(world.append(topic, 0, timestampMs)).isEqualTo(timestampsMs.size());
        timestampsMs.add(timestampMs);
    }

    void deleteBefore(long offset) {
        world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))));
    }

    MaintenanceReport run(WatchedStores stores) {
        return new Maintenance(stores.objects(), stores.items(), world.environment())
                .run(MaintenanceRequest.due(BUDGET));
    }

    MaintenanceReport run() {
        return run(new WatchedStores(world.store));
    }

    Head.Offsets offsets() {
        return world.head(topic.partition(0)).offsets();
    }

    /** Whatever was done, or left undone: everything is there, and every lookup finds the first record. */
    void assertSound(String where) {
        assertThat(world.audit(AuditScope.everything()).findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
        long low = offsets().low();
        assertThat(offsets().high()).as(where).isEqualTo(timestampsMs.size());
        assertThat(world.readAll(topic, 0)).as(where).isEqualTo((int) (timestampsMs.size() - low));
        for (int i = 0; i < timestampsMs.size(); i += 7) {
            long asked = timestampsMs.get(i);
            assertThat(offsetAt(asked)).as(where + ", timestamp " + asked).isEqualTo(scan(low, asked));
        }
    }

    private Optional<Long> scan(long low, long timestampMs) {
        return LongStream.range(low, timestampsMs.size())
                .filter(offset -> timestampsMs.get((int) offset) >= timestampMs)
                .boxed()
                .findFirst();
    }

    private Optional<Long> offsetAt(long timestampMs) {
        ListOffsetsRequest.Entry entry =
                new ListOffsetsRequest.Entry(new TopicPartition(topic.name(), 0), timestampMs, Optional.empty());
        return SweepWorld.given(world.tidemark()
                        .listOffsets(new ListOffsetsRequest(IsolationLevel.READ_UNCOMMITTED, false, List.of(entry)))
                        .get(0))
                .offset();
    }

    /** Some runs later. */
    void assertNoRest(String where) {
        for (int run = 0; run < 3; run++) {
            world.passes(DAY);
            MaintenanceReport report = run();
            assertThat(report.failed()).as(where).isEmpty();
            assertThat(report.skipped()).as(where).isEmpty();
            assertSound(where + ", run " + run + " behind it");
        }
        world.swept();
        world.passes(DAY);
        world.swept();
        world.assertSound(where);
        assertThat(world.audit().unnamedObjects()).as(where).isZero();
        assertThat(world.store.items().query(PurgeEntry.range(1)).entries())
                .as(where)
                .isEmpty();
        Head.Offsets offsets = offsets();
        assertThat(Math.max(offsets.low(), offsets.merged())).as(where).isEqualTo(offsets.high());
        assertThat(offsets.low()).as(where).isGreaterThanOrEqualTo(FIRST_PAGE);
    }
}
