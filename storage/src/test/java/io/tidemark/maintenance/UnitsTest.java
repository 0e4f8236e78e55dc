package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.Page;
import io.tidemark.partition.StalePlanException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Another run has moved what a step is about to look at: it must not take what it does not find for nothing. */
final class UnitsTest {
    private static final int PAGE = ContestedWorld.PAGE;

    private final ContestedWorld world = new ContestedWorld();

    /** Old, young, and an old tail. */
    private Job threeUnits() {
        world.append(ContestedWorld.CONTESTED, PAGE, 11);
        world.append(ContestedWorld.CONTESTED, PAGE, 0);
        world.append(ContestedWorld.CONTESTED, 3, 11);
        return world.job();
    }

    private void anotherRunMerges(Job seen) {
        Instant later = world.world.now().plus(MaintenanceSettings.MAX);
        Job job = new Job(seen.topic(), seen.partition(), seen.head(), later, Instant.MAX);
        assertThat(new Merge(
                                world.items(),
                                world.world.store.objects(),
                                world.world.environment(),
                                MaintenanceSettings.USUAL.mergeMaxAge())
                        .run(job))
                .isInstanceOf(StepOutcome.Done.class);
    }

    @Test
    void retentionDoesNotPassWhatAnotherRunHasMerged() {
        Job seen = threeUnits();
        anotherRunMerges(seen);

        assertThatThrownBy(() -> new Retention(world.items()).run(seen)).isInstanceOf(StalePlanException.class);
        assertThat(world.head().offsets().low()).isZero();

        new Retention(world.items()).run(world.job());
        assertThat(world.head().offsets().low())
                .as("one segment, and it is young")
                .isZero();
        world.assertSound("behind it");
    }

    @Test
    void anIndexIsNotBuiltOfWhatAnotherRunHasMerged() {
        Job seen = threeUnits();
        anotherRunMerges(seen);

        assertThatThrownBy(() ->
                        new NextIndex(world.items(), seen.partition(), seen.head()).extendTo(seen.head(), () -> false))
                .isInstanceOf(StalePlanException.class);
        world.assertSound("behind it");
    }

    @Test
    void aMissingPageIsReportedAndNothingBehindItIsDeleted() {
        threeUnits();
        world.items().delete(Page.key(world.contested, PAGE), List.of());
        world.world.passes(Duration.ofMinutes(25));

        MaintenanceReport report;
        try (CapturedLog log = new CapturedLog()) {
            report = world.tick();
            assertThat(log.lines(Level.SEVERE)).isNotEmpty().allMatch(line -> line.contains("partition=1"));
        }

        assertThat(report.failed())
                .filteredOn(failed ->
                        failed.step().filter(StepName.RETENTION::equals).isPresent())
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).contains("offset " + PAGE));
        assertThat(world.head().offsets().low()).isZero();
    }

    /** Most often the first unit tells that there is nothing to do. */
    @Test
    void theFirstUnitIsReadAlone() {
        LongLog log = new LongLog(150, 150);
        for (int unit : List.of(0, 7, 150, 151, 299)) {
            long from = LongLog.begin(unit) + 3;

            long returned = log.costOf(() ->
                            assertThat(units(log, from).next().beginOffset()).isEqualTo(LongLog.begin(unit)))
                    .itemReads()
                    .returned();

            assertThat(returned).as("unit %d", unit).isEqualTo(1);
        }
    }

    @Test
    void fromAnyOffsetOnEveryUnitComesOnceAndNoneBefore() {
        LongLog log = new LongLog(150, 150);
        for (int unit : List.of(0, 1, 99, 149, 150, 151, 298, 299)) {
            for (long from : List.of(LongLog.begin(unit), LongLog.begin(unit + 1) - 1)) {
                List<Long> begins = new ArrayList<>();

                long returned = log.costOf(
                                () -> units(log, from).forEachRemaining(found -> begins.add(found.beginOffset())))
                        .itemReads()
                        .returned();

                assertThat(begins).as("from %d", from).isEqualTo(LongLog.begins(unit, 300));
                assertThat(returned).as("from %d", from).isEqualTo(300 - unit);
            }
        }
    }

    private static Units units(LongLog log, long from) {
        return new Units(log.items(), log.world.partition, log.head(), from);
    }
}
