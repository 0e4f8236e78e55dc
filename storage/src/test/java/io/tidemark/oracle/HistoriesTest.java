package io.tidemark.oracle;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random histories against the scanning model alone, so fast that thousands are done in minutes; see {@link Seeds}. */
class HistoriesTest {
    private static final int HISTORIES = 60;

    @Test
    void everyAnswerIsTheScans() {
        Seeds.forEach(HISTORIES, seed -> {
            SettableClock clock = SettableClock.atSystemTime();
            new HistoryCheck(seed, Stores.inMemory().twoTidemarks(clock, seed), clock, Optional.empty()).run();
        });
    }
}
