package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.store.ItemPage;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partition leaves the queue only when nothing is left to do in it, now or with time. No append helps here. */
final class StaysDueTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final Duration LAG = Duration.ofDays(3);

    private final SweepWorld world = new SweepWorld(41);

    /** The daily sweep would put back what is lost, a day late. */
    @BeforeEach
    void sweep() {
        world.swept();
    }

    @Test
    void whatALagKeepsFromAPassIsCompactedWhenTheLagIsOver() {
        CompactedWorld compacted = new CompactedWorld(
                42, "min.compaction.lag.ms", Long.toString(LAG.toMillis()), "min.cleanable.dirty.ratio", "0");
        compacted.append("k=a@100", "k=b@101");
        compacted.merge();
        long young = compacted.world.now().toEpochMilli();
        compacted.append("j=a@" + young, "j=b@" + young);
        compacted.merge();
        compacted.world.swept();
        forgetDue(compacted.world, compacted.partition);
        DueEntry only = DueEntry.notAfter(compacted.topic.name(), compacted.partition, compacted.world.now());
        compacted.world.store.items().put(only.key(), only.encode(), List.of());

        compacted.runAllDue(new WatchedStores(compacted.world.store));
        assertThat(compacted.offsets().cleaned()).isEqualTo(2);
        Instant over = Instant.ofEpochMilli(young).plus(LAG);
        assertThat(due(compacted.world, compacted.partition))
                .containsExactly(DueEntry.notBefore(compacted.topic.name(), compacted.partition, over)
                        .at());

        compacted.world.passes(LAG);
        compacted.runAllDue(new WatchedStores(compacted.world.store));
        assertThat(compacted.offsets().cleaned()).isEqualTo(4);
    }

    /** Nothing else is due in the partition: all is merged, and nothing is too old. */
    @Test
    void recordsThatAreDeletedAreRemoved() {
        Topic topic = merged();

        deleteBefore(topic, 20);
        world.passes(DueEntry.STEP.multipliedBy(2));
        MaintenanceReport report = run(new WatchedStores(world.store));

        assertThat(report.done()).containsEntry(StepName.REMOVE, 1);
        assertThat(segments(topic)).isEqualTo(1);
        assertThat(due(world, topic.partition(0))).isEmpty();
    }

    @Test
    void theSweepPutsBackWhatAnUnansweredNoteWasToRemove() {
        Topic topic = merged();
        deleteBefore(topic, 20);
        forgetDue(world, topic.partition(0));

        world.passes(Duration.ofDays(2));
        run(new WatchedStores(world.store));
        world.passes(DueEntry.STEP);
        run(new WatchedStores(world.store));

        assertThat(segments(topic)).isEqualTo(1);
        assertThat(due(world, topic.partition(0))).isEmpty();
    }

    @Test
    void theSweepPutsBackAColdPartitionWithoutAnIndex() {
        Topic topic = merged();
        world.store
                .items()
                .update(
                        Head.key(topic.partition(0)),
                        Update.builder().set(Head.INDEX, Value.of(0)).build());

        world.passes(Duration.ofDays(2));
        run(new WatchedStores(world.store));
        world.passes(DueEntry.STEP);
        MaintenanceReport report = run(new WatchedStores(world.store));

        assertThat(report.done()).containsEntry(StepName.REBUILD_INDEX, 1);
        assertThat(world.head(topic.partition(0)).sealedMax().indexVersion()).isEqualTo(1);
    }

    /** It is not the first of its tail, so its producer notes nothing. */
    @Test
    void aBatchThatIsAppendedDuringASealIsSealedInItsTurn() {
        Topic topic = world.create("orders", 1);
        world.append(topic, 0, 1);
        world.passes(Duration.ofDays(2));
        world.swept();
        WatchedStores meanwhile = new WatchedStores(world.store);
        boolean[] appended = {false};
        meanwhile.beforeEach(call -> {
            if (!appended[0] && !world.head(topic.partition(0)).tail().isEmpty() && hasPage(topic)) {
                appended[0] = true;
                world.append(topic, 0, 2);
            }
        });

        run(meanwhile);

        assertThat(appended).containsExactly(true);
        assertThat(world.head(topic.partition(0)).tail()).hasSize(1);
        assertThat(due(world, topic.partition(0))).isNotEmpty();
    }

    /** Two segments, of offsets 0 to 19 and 20 to 39, and an empty queue. */
    private Topic merged() {
        Topic topic = world.create("orders", 1);
        for (int segment = 0; segment < 2; segment++) {
            IntStream.range(0, 20).forEach(i -> world.append(topic, 0, 5));
            world.merge();
        }
        forgetDue(world, topic.partition(0));
        world.swept();
        return topic;
    }

    private static void forgetDue(SweepWorld world, PartitionId partition) {
        entries(world, partition).forEach(entry -> world.store.items().delete(entry.key(), List.of()));
    }

    private void deleteBefore(Topic topic, long offset) {
        DeleteRecordsRequest.Entry entry = new DeleteRecordsRequest.Entry(0, Optional.of(offset));
        assertThat(SweepWorld.given(world.tidemark()
                        .deleteRecords(new DeleteRecordsRequest(topic.name(), List.of(entry)))
                        .get(0)))
                .isEqualTo(offset);
    }

    private MaintenanceReport run(WatchedStores stores) {
        MaintenanceReport report = new Maintenance(stores.objects(), stores.items(), world.environment())
                .run(MaintenanceRequest.due(BUDGET));
        assertThat(report.failed()).isEmpty();
        return report;
    }

    private boolean hasPage(Topic topic) {
        return count(topic, "B#") > 0;
    }

    private long segments(Topic topic) {
        return count(topic, "S#");
    }

    private long count(Topic topic, String prefix) {
        return world.items(topic.partition(0)).stream()
                .filter(entry -> entry.key().sort().startsWith(prefix))
                .count();
    }

    private static List<Instant> due(SweepWorld world, PartitionId partition) {
        return entries(world, partition).map(DueEntry::at).toList();
    }

    private static Stream<DueEntry> entries(SweepWorld world, PartitionId partition) {
        return IntStream.range(0, DueEntry.SHARDS)
                .mapToObj(shard -> DueEntry.due(shard, Instant.ofEpochMilli(Long.MAX_VALUE), 100))
                .map(range -> world.store.items().query(range))
                .map(ItemPage::entries)
                .flatMap(List::stream)
                .map(entry -> Due.decode(entry.key(), entry.item()))
                .filter(DueEntry.class::isInstance)
                .map(DueEntry.class::cast)
                .filter(entry -> entry.partition().equals(partition));
    }
}
