package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** Thousands of calls fail here, and each is logged with its stack. */
    @BeforeAll
    static void logNothing() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(null);
    }

    @Test
    void randomRunsKeepEveryInvariant() throws InterruptedException {
        Long given = Long.getLong("tidemark.seed");
        if (given != null) {
            run(given);
            return;
        }
        long first = Long.getLong("tidemark.firstSeed", 1);
        for (long seed = first; seed < first + Integer.getInteger("tidemark.simulations", SIMULATIONS); seed++) {
            run(seed);
        }
    }

    @Test
    void aSeedReplays() throws InterruptedException {
        assertThat(run(4)).isEqualTo(run(4));
    }

    private static long run(long seed) throws InterruptedException {
        try {
            return new TransactionSimulation(seed).run();
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ": -Dtidemark.seed=" + seed + " replays it", failure);
        }
    }
}
