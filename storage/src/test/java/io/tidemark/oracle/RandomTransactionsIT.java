package io.tidemark.oracle;

import org.junit.jupiter.api.Test;

/**
 * Random histories of transactional producers, answer by answer the same from a broker and from Tidemark.
 *
 * <p>{@code -Dtidemark.seed=42} replays one history, {@code -Dtidemark.histories=3000} runs more of them.
 */
class RandomTransactionsIT {
    private static final int HISTORIES = 12;

    @Test
    void everyAnswerIsTheBrokers() {
        BothLogs both = new BothLogs(Stores.inMemory());
        Seeds.forEach(HISTORIES, seed -> new TransactionHistoryCheck(seed, both).run());
    }
}
