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
        SeededRuns.all(SIMULATIONS, SimulationTest::run);
    }

    @Test
    void aSeedReplays() throws InterruptedException {
        assertThat(SeededRuns.one(4, SimulationTest::run)).isEqualTo(SeededRuns.one(4, SimulationTest::run));
    }

    private static long run(long seed) throws InterruptedException {
        return new Simulation(seed).run();
    }
}
