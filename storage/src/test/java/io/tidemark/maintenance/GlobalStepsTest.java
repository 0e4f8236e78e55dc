package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GlobalStepsTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private final SweepWorld world = new SweepWorld(71);
    private final Maintenance maintenance =
            new Maintenance(world.store.objects(), world.store.items(), world.environment());

    @Test
    void aRunPurgesAndSweepsWhenItIsTime() {
        Topic topic = world.create("orders", 1);
        world.append(topic, 0, 5);
        world.tidemark().topics().delete(topic.name());
        world.passes(Duration.ofDays(1));
        String garbage = world.garbage(Duration.ofHours(2));

        MaintenanceReport report = maintenance.run(MaintenanceRequest.due(BUDGET));

        assertThat(report.failed()).isEmpty();
        assertThat(report.done()).containsEntry(StepName.PURGE, 1).containsEntry(StepName.SWEEP, 1);
        assertThat(report.swept())
                .hasValueSatisfying(swept -> assertThat(swept.objectsDeleted()).isEqualTo(2));
        assertThat(world.exists(garbage)).isFalse();
        world.passes(Duration.ofHours(2));
        MaintenanceReport next = maintenance.run(MaintenanceRequest.due(BUDGET));
        assertThat(next.swept()).as("once a day").isEmpty();
        assertThat(next.done()).containsEntry(StepName.PURGE, 1);
        assertThat(world.store.items().query(PurgeEntry.range(1)).entries()).isEmpty();
    }

    @Test
    void aNamedStepRunsAtOnceAndAlone() {
        maintenance.run(MaintenanceRequest.due(BUDGET));
        Topic topic = world.create("orders", 1);
        world.append(topic, 0, 5);
        String garbage = world.garbage(Duration.ofHours(2));

        assertThat(maintenance.run(MaintenanceRequest.due(BUDGET)).swept()).isEmpty();
        assertThat(maintenance
                        .run(new MaintenanceRequest(BUDGET, Set.of(StepName.SWEEP), Set.of()))
                        .swept())
                .isPresent();

        assertThat(world.exists(garbage)).isFalse();
        assertThat(world.head(topic.partition(0)).tail()).hasSize(1);
        world.passes(Duration.ofHours(1));
        assertThat(maintenance.run(MaintenanceRequest.due(BUDGET)).done())
                .as("it is still due")
                .containsEntry(StepName.SEAL, 1);
    }

    @Test
    void aSweepThatFailsIsReportedAndTheOthersRun() {
        Topic topic = world.create("orders", 1);
        Topic deleted = world.create("others", 1);
        world.tidemark().topics().delete(deleted.name());
        world.store.items().delete(Head.key(topic.partition(0)), List.of());

        MaintenanceReport report = maintenance.run(MaintenanceRequest.due(BUDGET));

        assertThat(report.failed()).singleElement().satisfies(incident -> {
            assertThat(incident.step()).contains(StepName.SWEEP);
            assertThat(incident.topic()).isEmpty();
            assertThat(incident.reason()).contains("no head");
        });
        assertThat(report.done()).containsEntry(StepName.PURGE, 1);
    }

    @Test
    void aTickWithNothingDueReadsTheQueueAlone() {
        StoreMeter meter = new StoreMeter();
        Maintenance metered = new Maintenance(
                world.store.objects(), new MeteredItemStore(world.store.items(), meter), world.environment());
        metered.run(MaintenanceRequest.due(BUDGET));
        StoreReading before = meter.reading();

        metered.run(MaintenanceRequest.due(BUDGET));

        StoreReading tick = meter.reading().minus(before);
        assertThat(tick.itemReads().queries()).isEqualTo(16);
        assertThat(tick.itemReads().gets()).isZero();
        assertThat(tick.itemWrites().requests()).isZero();
    }
}
