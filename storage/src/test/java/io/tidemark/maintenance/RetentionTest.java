package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.store.Update;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Both limits on one topic, and what the head believes of its size. Every batch has one record of the same size. */
final class RetentionTest {
    private static final Duration LIMIT = Duration.ofDays(3);
    private static final int KEPT = 4;
    private static final int BATCH_SIZE_BYTES =
            SweepWorld.batch(SweepWorld.START.toEpochMilli()).size();

    private final SweepWorld world = new SweepWorld(23);
    private final Topic topic = world.create(
            "orders",
            1,
            Map.of(
                    "retention.ms",
                    Long.toString(LIMIT.toMillis()),
                    "retention.bytes",
                    Integer.toString(KEPT * BATCH_SIZE_BYTES)));
    private final PartitionId partition = topic.partition(0);

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            world.append(topic, 0, world.now().toEpochMilli());
        }
    }

    private Head head() {
        return world.head(partition);
    }

    private Job job() {
        return new Job(topic, partition, head(), world.now(), Instant.MAX);
    }

    private StepOutcome run() {
        return new Retention(world.store.items()).run(job());
    }

    /** Deletions do not tell the head how much went. */
    private void overstate(long sizeBytes) {
        Update update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .add(Head.SIZE, sizeBytes)
                .build();
        world.store.items().update(Head.key(partition), update);
    }

    @Test
    void theLimitBySizeLeavesThePartitionDueByTime() {
        append(KEPT);

        assertThat(run()).isEqualTo(StepOutcome.idleUntil(world.now().plus(LIMIT)));

        append(1);
        assertThat(run()).isInstanceOf(StepOutcome.Done.class);
        assertThat(head().offsets().low()).isEqualTo(1);
        assertThat(run()).isEqualTo(StepOutcome.idleUntil(world.now().plus(LIMIT)));
    }

    @Test
    void aRecordGoesWhenItIsOlderThanTheLimitByTime() {
        append(1);
        world.passes(LIMIT);

        assertThat(run()).isEqualTo(StepOutcome.idleUntil(world.now()));

        world.passes(Duration.ofMillis(1));
        assertThat(run()).isInstanceOf(StepOutcome.Done.class);
        assertThat(head().offsets().low()).isEqualTo(1);
    }

    @Test
    void whatTheHeadOverstatesIsCorrectedAndNothingGoes() {
        append(KEPT);
        overstate(10_000);

        assertThat(run()).isInstanceOf(StepOutcome.Done.class);

        assertThat(head().sizeBytes()).isEqualTo((long) KEPT * BATCH_SIZE_BYTES);
        assertThat(head().offsets().low()).isZero();
        assertThat(run()).isEqualTo(StepOutcome.idleUntil(world.now().plus(LIMIT)));
    }

    @Test
    void twoRunsCorrectTheHeadOnce() {
        append(KEPT);
        overstate(10_000);
        Job seen = job();
        new Retention(world.store.items()).run(seen);

        assertThat(new Retention(world.store.items()).run(seen))
                .isEqualTo(StepOutcome.idleUntil(world.now().plus(LIMIT)));

        assertThat(head().sizeBytes()).isEqualTo((long) KEPT * BATCH_SIZE_BYTES);
    }

    @Test
    void nothingIsCountedWhereNothingCanGo() {
        append(KEPT * 100);
        while (run() instanceof StepOutcome.Done) {
            assertThat(head().sizeBytes()).isPositive();
        }
        world.merge();
        append(1);
        CountedGate gate = new CountedGate();

        new Retention(new GatedItemStore(world.store.items(), gate)).run(job());

        assertThat(gate.calls()).hasSizeLessThanOrEqualTo(4);
    }
}
