package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** How far behind maintenance says that it is. */
final class LagsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final SweepWorld world = new SweepWorld(41);
    private final Maintenance maintenance = maintenance(Gate.OPEN);

    private Maintenance maintenance(Gate gate) {
        return new Maintenance(
                world.store.objects(), new GatedItemStore(world.store.items(), gate), world.environment());
    }

    private static MaintenanceReport.Lags tick(Maintenance maintenance) {
        MaintenanceReport report = maintenance.run(MaintenanceRequest.due(MINUTE));
        assertThat(report.failed()).isEmpty();
        return report.lags();
    }

    @Test
    void aProcessKnowsExactlyWhenItRan() {
        assertThat(tick(maintenance).sinceLastRun()).isEmpty();
        world.passes(MINUTE);
        assertThat(tick(maintenance).sinceLastRun()).contains(MINUTE);
        world.passes(HOUR);
        assertThat(tick(maintenance).sinceLastRun()).contains(HOUR);
    }

    @Test
    void anotherProcessKnowsItWithinTenMinutes() {
        tick(maintenance);
        for (int i = 0; i < 9; i++) {
            world.passes(MINUTE);
            tick(maintenance);
        }
        world.passes(HOUR);
        assertThat(tick(maintenance(Gate.OPEN)).sinceLastRun()).contains(HOUR.plus(MINUTE.multipliedBy(9)));

        world.passes(HOUR);
        assertThat(tick(maintenance(Gate.OPEN)).sinceLastRun()).contains(HOUR);
    }

    @Test
    void theTimeIsStoredEveryTenthMinute() {
        CountedGate counted = new CountedGate();
        Maintenance metered = maintenance(counted);
        for (int minute = 0; minute <= 20; minute++) {
            tick(metered);
            world.passes(MINUTE);
        }

        assertThat(counted.calls())
                .filteredOn(new StoreCall(StoreCall.Kind.PUT, "N run")::equals)
                .hasSize(3);
        assertThat(counted.calls())
                .filteredOn(new StoreCall(StoreCall.Kind.GET, "N run")::equals)
                .hasSize(1);
    }

    @Test
    void aRunThatAnOperatorAsksForIsNotTheSchedules() {
        tick(maintenance);
        world.passes(MINUTE);
        assertThat(maintenance
                        .run(new MaintenanceRequest(MINUTE, Set.of(StepName.SEAL), Set.of()))
                        .lags()
                        .sinceLastRun())
                .isEmpty();
        world.passes(MINUTE);
        assertThat(tick(maintenance).sinceLastRun()).contains(MINUTE.multipliedBy(2));
    }

    @Test
    void aStoreThatCannotTellKeepsNoRunFromItsWork() {
        Maintenance failing = maintenance(new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                if (call.key().equals("N run")) {
                    throw new StoreUnavailableException(Effect.NONE, "down");
                }
                return action.get();
            }
        });
        try (CapturedLog log = new CapturedLog()) {
            assertThat(tick(failing).sinceLastRun()).isEmpty();
            world.passes(MINUTE);
            assertThat(tick(failing).sinceLastRun()).contains(MINUTE);
            assertThat(log.lines(Level.WARNING)).isNotEmpty();
        }
    }

    @Test
    void theMergeLagIsTheAgeOfTheOldestThatWaits() {
        Topic topic = world.create("orders", 2);
        for (int partition = 0; partition < 2; partition++) {
            for (int i = 0; i < 16; i++) {
                world.append(topic, partition, 5);
            }
            world.passes(HOUR);
        }

        assertThat(tick(maintenance).merge()).contains(HOUR.multipliedBy(2));

        world.passes(Duration.ofHours(25));
        assertThat(tick(maintenance).merge()).as("all is merged").isEmpty();
    }
}
