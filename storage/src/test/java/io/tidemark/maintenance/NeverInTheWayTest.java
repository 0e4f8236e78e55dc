package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.audit.AuditScope;
import io.tidemark.layout.Head;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.record.Answer;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A writer that never pauses, and a hundred ticks of maintenance over what it writes: between any two item calls of a
 * tick, and amid the reading of a merge, it appends to every partition. No append is refused, and no tick is starved.
 */
final class NeverInTheWayTest {
    private static final int TICKS = 100;
    private static final int PARTITIONS = 3;
    private static final int PAGE = 16;
    private static final Duration BETWEEN_TICKS = Duration.ofHours(25);
    private static final Duration BUDGET = Duration.ofMinutes(10);

    /** Before the first ones nothing is too old yet. */
    private static final int TICKS_WITHOUT_RETENTION = 3;

    private final SweepWorld world = new SweepWorld(17);
    private final Topic topic = world.create("orders", PARTITIONS, Map.of("retention.ms", "259200000"));
    private final Tidemark writer = world.tidemark();
    private long appended;

    @Test
    void everyAppendIsAcceptedAndEveryTickCommits() {
        int[] merged = new int[PARTITIONS];
        int[] retired = new int[PARTITIONS];
        Map<StepName, Integer> skipped = new EnumMap<>(StepName.class);
        for (int i = 0; i < PAGE; i++) {
            append();
        }
        for (int tick = 0; tick < TICKS; tick++) {
            world.passes(BETWEEN_TICKS);
            List<Head> before = heads();
            MaintenanceReport report = tick();
            List<Head> after = heads();

            assertThat(report.failed()).isEmpty();
            assertThat(report.leftDue()).isZero();
            report.skipped().forEach(skip -> skipped.merge(skip.step().orElseThrow(), 1, Integer::sum));
            for (int i = 0; i < PARTITIONS; i++) {
                Head.Offsets then = before.get(i).offsets();
                Head.Offsets now = after.get(i).offsets();
                merged[i] += now.merged() > then.merged() ? 1 : 0;
                retired[i] += now.low() > then.low() ? 1 : 0;
            }
        }

        System.out.printf(
                "%d appends to each of %d partitions during %d ticks; skipped: %s%n",
                appended, PARTITIONS, TICKS, skipped);
        assertThat(merged).as("ticks that merged").containsOnly(TICKS);
        assertThat(retired).as("ticks that moved the log start").containsOnly(TICKS - TICKS_WITHOUT_RETENTION);
        assertThat(skipped.keySet())
                .as("only a seal can lose, to an append that seals")
                .isSubsetOf(StepName.SEAL);
        assertThat(heads()).allMatch(head -> head.offsets().high() == appended);
        assertThat(world.audit(AuditScope.quick()).findings()).isEmpty();
    }

    private List<Head> heads() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(i -> world.head(topic.partition(i)))
                .toList();
    }

    /** A batch for every partition; none may be refused. */
    private void append() {
        List<PartitionBatch> batches = IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new PartitionBatch(
                        new TopicPartition(topic.name(), i),
                        SweepWorld.batch(world.now().toEpochMilli())))
                .toList();
        assertThat(writer.produce(new ProduceRequest(Optional.empty(), batches)))
                .allMatch(Answer.Given.class::isInstance);
        appended++;
    }

    private MaintenanceReport tick() {
        Gate gate = new WritingGate();
        return new Maintenance(
                        new GatedObjectStore(world.store.objects(), gate),
                        new GatedItemStore(world.store.items(), gate),
                        world.environment())
                .run(MaintenanceRequest.due(BUDGET));
    }

    /** An append for each object that is read would have every tick merge more than the one before. */
    private final class WritingGate implements Gate {
        private static final int READS_AN_APPEND = 16;

        private int reads;

        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            if (call.kind() != StoreCall.Kind.GET_OBJECT || reads++ % READS_AN_APPEND == 0) {
                append();
            }
            return action.get();
        }
    }
}
