package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Random runs. {@code -Dtidemark.seed=S} replays one, {@code -Dtidemark.simulations=N} makes N of them, from
 * {@code -Dtidemark.firstSeed} on.
 */
final class SimulationTest {
    private static final int SIMULATIONS = 60;

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
            return new Simulation(seed).run();
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ": -Dtidemark.seed=" + seed + " replays it", failure);
        }
    }
}
