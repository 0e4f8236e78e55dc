package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sweep.WatchedStores;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody else commits to the partition before each store call of a run in turn. Their work stays, nothing is lost or
 * wrong, and what was skipped is done by the next runs.
 */
final class MaintenanceRaceTest {
    /** What somebody else does meanwhile. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Other {
        APPEND(maintained -> maintained.append(maintained.world.now().toEpochMilli())),
        APPEND_AN_OLDER_TIME(maintained -> maintained.append(7)),
        SEAL(maintained -> {
            for (int i = 0; i < 16; i++) {
                maintained.append(maintained.world.now().toEpochMilli() + i % 3);
            }
        }),
        DELETE_SOME(maintained -> maintained.deleteBefore(35)),
        DELETE_ALL(maintained -> maintained.deleteBefore(maintained.offsets().high())),
        DELETE_ALL_AND_REFILL(maintained -> {
            maintained.deleteBefore(maintained.offsets().high());
            for (int i = 0; i < 20; i++) {
                maintained.append(1_000 + i);
            }
        }),
        ANOTHER_RUN(MaintainedWorld::run);

        private final Consumer<MaintainedWorld> action;

        Other(Consumer<MaintainedWorld> action) {
            this.action = action;
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void othersLoseNothingAndWhatIsSkippedIsDoneLater(Other other) {
        int calls = MaintenanceStopTest.callsOfARun();
        for (int at = 1; at <= calls; at++) {
            String where = other + " before call " + at + " of " + calls;
            MaintainedWorld maintained = new MaintainedWorld(at);
            int atCall = at;
            WatchedStores watched = new WatchedStores(maintained.world.store);
            watched.beforeEach(call -> {
                if (call == atCall) {
                    other.action.accept(maintained);
                }
            });

            MaintenanceReport report = maintained.run(watched);

            assertThat(report.failed()).as(where).isEmpty();
            maintained.assertSound(where);
            maintained.assertNoRest(where);
        }
    }

    /** Appends commute with every step: none of them is skipped because of one. */
    @ParameterizedTest
    @EnumSource(
            value = Other.class,
            names = {"APPEND", "APPEND_AN_OLDER_TIME"})
    void noStepIsSkippedBecauseOfAnAppend(Other other) {
        MaintainedWorld maintained = new MaintainedWorld(5);
        WatchedStores watched = new WatchedStores(maintained.world.store);
        watched.beforeEach(call -> {
            if (call % 3 == 0) {
                other.action.accept(maintained);
            }
        });

        MaintenanceReport report = maintained.run(watched);

        assertThat(report.skipped())
                .filteredOn(incident -> !incident.step().equals(Optional.of(StepName.SEAL)))
                .isEmpty();
        assertThat(report.failed()).isEmpty();
        maintained.assertSound("appends all the while");
    }
}
