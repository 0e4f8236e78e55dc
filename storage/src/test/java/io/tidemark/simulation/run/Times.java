package io.tidemark.simulation.run;

import java.util.Random;

/** The timestamps of a run: all over a small range with many ties, or rising with late ones, or none at times. */
final class Times {
    private final Random random;
    private final Kind kind;
    private long latestMs;

    private enum Kind {
        SCATTERED,
        RISING,
        EQUAL,
        SOMETIMES_NONE
    }

    Times(Random random) {
        this.random = random;
        this.kind = Kind.values()[random.nextInt(Kind.values().length)];
    }

    long[] next(int count) {
        long[] timestampsMs = new long[count];
        for (int i = 0; i < count; i++) {
            timestampsMs[i] = next();
        }
        return timestampsMs;
    }

    /** One that may be asked for: about those that are there, and a little above and below. */
    long asked() {
        return random.nextLong(latestMs + 3);
    }

    long latestMs() {
        return latestMs;
    }

    private long next() {
        long timestampMs = switch (kind) {
            case SCATTERED -> random.nextInt(40);
            case RISING -> Math.max(0, latestMs + random.nextInt(12) - 5);
            case EQUAL -> 7;
            case SOMETIMES_NONE -> random.nextInt(3) == 0 ? -1 : random.nextInt(1_000);
        };
        latestMs = Math.max(latestMs, timestampMs);
        return timestampMs;
    }
}
