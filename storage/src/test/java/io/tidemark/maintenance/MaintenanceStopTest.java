package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.sweep.WatchedStores.Stop;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run of everything that is due stops at each store call in turn, before the call takes effect or after it. Nothing
 * is lost or wrong then, and the next runs leave no rest.
 */
final class MaintenanceStopTest {
    @ParameterizedTest
    @EnumSource(Stop.class)
    void aRunThatStoppedAtAnyCallIsEndedByTheNext(Stop stop) {
        int calls = callsOfARun();
        for (int at = 1; at <= calls; at++) {
            String where = stop + " call " + at + " of " + calls;
            MaintainedWorld maintained = new MaintainedWorld(at);
            WatchedStores stopping = new WatchedStores(maintained.world.store).stopAt(at, stop);
            try {
                maintained.run(stopping);
            } catch (StoreUnavailableException stopped) {
                assertThat(stopping.calls()).as(where).isGreaterThanOrEqualTo(at);
            }
            maintained.assertSound(where);
            maintained.assertNoRest(where);
        }
    }

    /** Every step has something to do. */
    static int callsOfARun() {
        MaintainedWorld maintained = new MaintainedWorld(1);
        WatchedStores watched = new WatchedStores(maintained.world.store);
        assertThat(maintained.run(watched).done())
                .containsKeys(StepName.SEAL, StepName.RETENTION, StepName.MERGE, StepName.PURGE, StepName.SWEEP);
        return watched.calls();
    }
}
