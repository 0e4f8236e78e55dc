package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MaintenanceSettingsTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration BUDGET = Duration.ofMinutes(5);

    @Test
    void eachHasAFloorAndACeiling() {
        assertThat(new MaintenanceSettings(Duration.ofMinutes(1), HOUR, 1).sweepGrace())
                .isEqualTo(HOUR);
        assertThat(new MaintenanceSettings(MONTH, MONTH, 16).mergeMaxAge()).isEqualTo(MONTH);
        assertRefused(Duration.ofMinutes(1).minus(MILLI), HOUR, 1, "merge.max.age is PT59.999S");
        assertRefused(MONTH.plus(MILLI), HOUR, 1, "merge.max.age is PT720H0.001S");
        assertRefused(HOUR, HOUR.minus(MILLI), 1, "sweep grace is PT59M59.999S");
        assertRefused(HOUR, MONTH.plus(MILLI), 1, "sweep grace is PT720H0.001S");
        assertRefused(HOUR, HOUR, 0, "0 partitions at a time");
        assertRefused(HOUR, HOUR, 17, "17 partitions at a time");
    }

    private static void assertRefused(Duration mergeMaxAge, Duration sweepGrace, int parallel, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MaintenanceSettings(mergeMaxAge, sweepGrace, parallel))
                .withMessageStartingWith(message);
    }

    @Test
    void pagesAreMergedWhenTheyAreAsOldAsIsSet() {
        SweepWorld world = new SweepWorld(29);
        Topic topic = world.create("orders", 1);
        for (int i = 0; i < 16; i++) {
            world.append(topic, 0, 5);
        }
        MaintenanceSettings settings = new MaintenanceSettings(Duration.ofHours(3), HOUR, 1);

        world.passes(Duration.ofHours(3).minus(MILLI));
        assertThat(run(world, settings, StepName.MERGE).done()).isEmpty();
        world.passes(MILLI);
        assertThat(run(world, settings, StepName.MERGE).done()).containsEntry(StepName.MERGE, 1);
    }

    @Test
    void objectsAreSweptWhenTheyAreOlderThanIsSet() {
        SweepWorld world = new SweepWorld(31);
        world.create("orders", 1);
        String garbage = world.garbage(Duration.ofHours(5));
        MaintenanceSettings settings = new MaintenanceSettings(HOUR, Duration.ofHours(5), 1);

        run(world, settings, StepName.SWEEP);
        assertThat(world.exists(garbage)).isTrue();
        world.passes(MILLI);
        run(world, settings, StepName.SWEEP);
        assertThat(world.exists(garbage)).isFalse();
    }

    private static MaintenanceReport run(SweepWorld world, MaintenanceSettings settings, StepName step) {
        return new Maintenance(world.store.objects(), world.store.items(), world.environment(), settings)
                .run(new MaintenanceRequest(BUDGET, Set.of(step), Set.of()));
    }
}
