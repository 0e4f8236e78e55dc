package io.tidemark.transaction;

import org.junit.jupiter.api.Test;

/** Random histories. {@code -Dtidemark.seed=S} replays one, {@code -Dtidemark.histories=N} makes N of them. */
final class TransactionHistoryTest {
    private static final int HISTORIES = 25;

    @Test
    void aCommittedReaderSeesWholeTransactionsAndNothingElse() {
        Long given = Long.getLong("tidemark.seed");
        if (given != null) {
            run(given);
            return;
        }
        for (long seed = 1; seed <= Integer.getInteger("tidemark.histories", HISTORIES); seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        try {
            new TransactionHistory(seed).run();
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ": -Dtidemark.seed=" + seed + " replays it", failure);
        }
    }
}
