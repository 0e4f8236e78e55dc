package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.Environment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run stands still, and is too old when it goes on: just before each time that it looks at the clock, in turn, but for
 * the first, by which its age counts.
 */
final class RunAgeTest {
    private static final Duration TOO_LONG = Maintenance.MAX_RUN_TIME.plusMillis(1);
    private static final Set<StepName> ON_PARTITIONS = EnumSet.complementOf(EnumSet.of(StepName.SWEEP, StepName.PURGE));

    @ParameterizedTest
    @EnumSource(Contest.class)
    void aRunThatIsTooOldCommitsNothingAndTheNextOnesDoItsWork(Contest contest) {
        Paused whole = new Paused(contest, Integer.MAX_VALUE);
        assertThat(whole.run().done()).containsEntry(contest.step, ContestedWorld.PARTITIONS);
        // the partitions are alike: as far as the first one's readings go
        int last = whole.readings / ContestedWorld.PARTITIONS + 4;
        int tooLate = 0;
        for (int at = 2; at <= last; at++) {
            String where = contest + ", a pause at reading " + at + " of the clock";
            Paused paused = new Paused(contest, at);

            MaintenanceReport report = paused.run();

            assertThat(paused.writtenTooLate).as(where).isEmpty();
            assertThat(report.failed()).as(where).isEmpty();
            assertThat(report.skipped()).as(where).isEmpty();
            assertThat(report.leftDue()).as(where).isLessThanOrEqualTo(ContestedWorld.PARTITIONS);
            tooLate += report.done().getOrDefault(contest.step, 0) < ContestedWorld.PARTITIONS ? 1 : 0;
            paused.assertTheNextRunsDoIt(where);
        }
        assertThat(tooLate).as("pauses that kept the step from a commit").isPositive();
    }

    /** A run with a pause; one thread does all of it. */
    private static final class Paused extends Clock implements Gate {
        private final Contest contest;
        private final ContestedWorld world;
        private final int pauseAt;
        private final List<StoreCall> writtenTooLate = new ArrayList<>();
        private int readings;

        Paused(Contest contest, int pauseAt) {
            this.contest = contest;
            this.world = contest.prepared();
            this.pauseAt = pauseAt;
        }

        MaintenanceReport run() {
            Environment usual = world.world.environment();
            return new Maintenance(
                            new GatedObjectStore(world.world.store.objects(), this),
                            new GatedItemStore(world.items(), this),
                            new Environment(this, usual.random(), usual.pause(), usual.executor()))
                    .run(new MaintenanceRequest(Maintenance.MAX_RUN_TIME, ON_PARTITIONS, Set.of()));
        }

        /** The partitions stayed due: the schedule alone brings it on. */
        void assertTheNextRunsDoIt(String where) {
            world.assertSound(where);
            for (Duration time : List.of(Duration.ZERO, Duration.ofHours(25), Duration.ofHours(25))) {
                world.world.passes(time);
                MaintenanceReport report = world.tick();
                assertThat(report.skipped()).as(where).isEmpty();
                assertThat(report.failed()).as(where).isEmpty();
            }
            assertThat(contest.isDone(world)).as(where).isTrue();
            world.assertSound(where + ", and what came next");
        }

        @Override
        public Instant instant() {
            readings++;
            if (readings == pauseAt) {
                world.world.passes(TOO_LONG);
            }
            return world.world.now();
        }

        /** What is written of a partition, queue and objects apart: those commit nothing. */
        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            if (readings >= pauseAt && call.isWrite() && call.key().startsWith("P#")) {
                writtenTooLate.add(call);
            }
            return action.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
