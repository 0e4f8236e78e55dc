package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
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

    /** How many keys the records of a partition have, in turns. */
    static final int KEYS = 4;

    final SweepWorld world = new SweepWorld(91);
    final Topic topic;
    final PartitionId contested;

    /** The timestamps of each partition's records, by offset. */
    private final List<List<Long>> timestampsMs = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    ContestedWorld() {
        this("delete");
    }

    ContestedWorld(String cleanupPolicy) {
        topic = world.create(
                "orders",
                PARTITIONS,
                Map.of("cleanup.policy", cleanupPolicy, "retention.ms", "864000000", "min.cleanable.dirty.ratio", "0"));
        contested = topic.partition(CONTESTED);
    }

    /** Appends batches of one record, with rising timestamps from that many days ago on. */
    void append(int partition, int count, long daysAgo) {
        long firstMs = world.now().minus(Duration.ofDays(daysAgo)).toEpochMilli();
        for (int i = 0; i < count; i++) {
            List<Long> known = timestampsMs.get(partition);
            assertThat(append(partition, "k" + known.size() % KEYS, firstMs + i))
                    .isEqualTo(known.size());
            known.add(firstMs + i);
        }
    }

    private long append(int partition, String key, long timestampMs) {
        NewRecord sent = new NewRecord(
                timestampMs, Optional.of(Bytes.utf8(key)), Optional.of(Bytes.utf8("v" + timestampMs)), List.of());
        PartitionBatch batch = new PartitionBatch(
                new TopicPartition(topic.name(), partition),
                BatchWriter.write(List.of(sent), Codec.UNCOMPRESSED, Optional.empty(), false));
        return SweepWorld.given(world.tidemark()
                        .produce(new ProduceRequest(Optional.empty(), List.of(batch)))
                        .get(0))
                .baseOffset();
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

    /** Nothing is wrong with what is stored, no record is lost, and every lookup is as a scan says. */
    void assertSound(String where) {
        assertThat(world.audit(AuditScope.everything()).findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Long> times = timestampsMs.get(partition);
            Head.Offsets offsets = head(partition).offsets();
            assertThat(offsets.high()).as(where).isEqualTo(times.size());
            List<Long> there = offsetsThere(partition);
            assertThat(there)
                    .as(where)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .containsAll(range(firstToStay(offsets), times.size()))
                    .isSubsetOf(range(offsets.low(), times.size()));
            for (long asked : times) {
                assertThat(offsetAt(partition, asked)).as(where).isEqualTo(scan(times, there, asked));
                assertThat(offsetAt(partition, asked + 1)).as(where).isEqualTo(scan(times, there, asked + 1));
            }
        }
    }

    /** Only a compaction takes records away, and of no key the newest one. */
    private long firstToStay(Head.Offsets offsets) {
        return topic.config().isCompacted() ? Math.max(offsets.low(), offsets.high() - KEYS) : offsets.low();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Where there are records, from the log start on. */
    List<Long> offsetsThere(int partition) {
        Head.Offsets offsets = head(partition).offsets();
        List<Long> there = new ArrayList<>();
        for (long next = offsets.low(); next < offsets.high(); ) {
            Fetched fetched = (Fetched) world.tidemark()
                    .fetch(new FetchRequest(
                            new TopicPartition(topic.name(), partition),
                            next,
                            1 << 20,
                            IsolationLevel.READ_UNCOMMITTED,
                            Duration.ZERO,
                            Optional.empty()));
            assertThat(fetched.nextOffset()).isGreaterThan(next);
            fetched.batches().forEach(batch -> there.add(batch.lastOffset()));
            next = fetched.nextOffset();
        }
        return there;
    }

    private static Optional<Long> scan(List<Long> times, List<Long> there, long timestampMs) {
        return there.stream()
                .filter(offset -> times.get(offset.intValue()) >= timestampMs)
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
