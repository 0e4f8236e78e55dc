package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.run.SeededRuns;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random runs with transactions. {@code -Dtidemark.seed=S} replays one, {@code -Dtidemark.simulations=N} makes N of
 * them, from {@code -Dtidemark.firstSeed} on.
 */
final class TransactionSimulationTest {
    private static final int SIMULATIONS = 40;

    private static final Logger LOG = Logger.getLogger("io.tidemark");
    private static final Optional<Level> LEVEL = Optional.ofNullable(LOG.getLevel());

    /** Thousands of calls fail here, and each is logged. */
    @BeforeAll
    static void logNothing() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(LEVEL.orElse(null));
    }

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
