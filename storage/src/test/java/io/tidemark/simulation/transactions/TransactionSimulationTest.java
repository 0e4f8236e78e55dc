package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.run.SeededRuns;
import io.tidemark.store.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random runs with transactions. {@code -Dtidemark.seed=S} replays one, {@code -Dtidemark.simulations=N} makes N of
 * them, from {@code -Dtidemark.firstSeed} on.
 */
final class TransactionSimulationTest {
    private static final int SIMULATIONS = 40;

    /** Thousands of calls fail here, and each is logged. */
    @RegisterExtension
    static final SilentLog LOG = SilentLog.of("io.tidemark");

    @Test
    void randomRunsKeepEveryInvariant() throws InterruptedException {
        SeededRuns.all(SIMULATIONS, TransactionSimulationTest::run);
    }

    @Test
    void aSeedReplays() throws InterruptedException {
        assertThat(SeededRuns.one(4, TransactionSimulationTest::run))
                .isEqualTo(SeededRuns.one(4, TransactionSimulationTest::run));
    }

    private static long run(long seed) throws InterruptedException {
        return new TransactionSimulation(seed).run();
    }
}
