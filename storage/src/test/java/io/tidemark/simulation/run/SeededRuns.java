package io.tidemark.simulation.run;

/**
 * Random runs by their seeds. {@code -Dtidemark.seed=S} replays one, {@code -Dtidemark.simulations=N} makes N of them,
 * from {@code -Dtidemark.firstSeed} on.
 */
public final class SeededRuns {
    private SeededRuns() {}

    /** One run; what it returns tells two runs apart. */
    @FunctionalInterface
    public interface Run {
        long of(long seed) throws InterruptedException;
    }

    /** @param count how many, where nothing else is asked for */
    public static void all(int count, Run run) throws InterruptedException {
        Long given = Long.getLong("tidemark.seed");
        if (given != null) {
            one(given, run);
            return;
        }
        long first = Long.getLong("tidemark.firstSeed", 1);
        for (long seed = first; seed < first + Integer.getInteger("tidemark.simulations", count); seed++) {
            one(seed, run);
        }
    }

    /** The run of one seed; its failure names the seed. */
    public static long one(long seed, Run run) throws InterruptedException {
        try {
            return run.of(seed);
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ": -Dtidemark.seed=" + seed + " replays it", failure);
        }
    }
}
