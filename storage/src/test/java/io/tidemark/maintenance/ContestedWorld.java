package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Three partitions that have the same work for a run; of one of them somebody else is also at work. */
final class ContestedWorld {
    static final int PARTITIONS = 3;
    static final int CONTESTED = 1;

    /** A whole page: its last append seals. */
    static final int PAGE = 16;

    private static final Duration BUDGET = Duration.ofMinutes(10);

    final SweepWorld world = new SweepWorld(91);
    final Topic topic = world.create("orders", PARTITIONS, Map.of("retention.ms", "864000000"));
    final PartitionId contested = topic.partition(CONTESTED);

    /** The timestamps of each partition's records, by offset. */
    private final List<List<Long>> timestampsMs = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    /** Appends batches of one record, with rising timestamps from that many days ago on. */
    void append(int partition, int count, long daysAgo) {
        long firstMs = world.now().minus(Duration.ofDays(daysAgo)).toEpochMilli();
        for (int i = 0; i < count; i++) {
            List<Long> known = timestampsMs.get(partition);
            assertThat(world.append(topic, partition, firstMs + i)).isEqualTo(known.size());
            known.add(firstMs + i);
        }
    }

    void deleteBefore(int partition, long offset) {
        world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(partition, Optional.of(offset)))));
    }

    void update(int partition, Update.Builder update) {
        items().update(Head.key(topic.partition(partition)), update.build());
    }

    ItemStore items() {
        return world.store.items();
    }

    Head head() {
        return head(CONTESTED);
    }

    Head head(int partition) {
        return world.head(topic.partition(partition));
    }

    Job job() {
        return new Job(topic, contested, head(), world.now(), Instant.MAX);
    }

    MaintenanceReport tick(Gate gate) {
        return new Maintenance(
                        new GatedObjectStore(world.store.objects(), gate),
                        new GatedItemStore(world.store.items(), gate),
                        world.environment())
                .run(MaintenanceRequest.due(BUDGET));
    }

    MaintenanceReport tick() {
        return tick(new CountedGate());
    }

    /** Nothing is wrong with what is stored, and every batch and every lookup is as a scan says. */
    void assertSound(String where) {
        assertThat(world.audit(AuditScope.everything()).findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Long> times = timestampsMs.get(partition);
            Head.Offsets offsets = head(partition).offsets();
            assertThat(offsets.high()).as(where).isEqualTo(times.size());
            assertThat(world.readAll(topic, partition)).as(where).isEqualTo((int) (times.size() - offsets.low()));
            for (long asked : times) {
                assertThat(offsetAt(partition, asked)).as(where).isEqualTo(scan(times, offsets.low(), asked));
                assertThat(offsetAt(partition, asked + 1)).as(where).isEqualTo(scan(times, offsets.low(), asked + 1));
            }
        }
    }

    private static Optional<Long> scan(List<Long> times, long low, long timestampMs) {
        return LongStream.range(low, times.size())
                .filter(offset -> times.get((int) offset) >= timestampMs)
                .boxed()
                .findFirst();
    }

    private Optional<Long> offsetAt(int partition, long timestampMs) {
        ListOffsetsRequest.Entry entry = new ListOffsetsRequest.Entry(
                new TopicPartition(topic.name(), partition), timestampMs, Optional.empty());
        return SweepWorld.given(world.tidemark()
                        .listOffsets(new ListOffsetsRequest(IsolationLevel.READ_UNCOMMITTED, false, List.of(entry)))
                        .get(0))
                .offset();
    }
}
