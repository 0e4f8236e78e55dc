package io.tidemark.oracle;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random histories against the scanning model alone, so fast that thousands are done in minutes; see {@link Seeds}. */
class HistoriesTest {
    private static final int HISTORIES = 100;

    @Test
    void everyAnswerIsTheScans() {
        Seeds.forEach(HISTORIES, seed -> new HistoryCheck(seed, Optional.empty()).run());
    }
}
