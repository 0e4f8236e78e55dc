package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories against the scanning model alone, so fast that thousands are done in minutes; see {@link Seeds}. */
class HistoriesTest {
    private static final int HISTORIES = 100;

    @Test
    void everyAnswerIsTheScans() {
        Seeds.forEach(HISTORIES, seed -> new HistoryCheck(seed, Stores.inMemory(), Optional.empty()).run());
    }

    @Test
    void everyAnswerIsTheScansOrAnOutageWhereStoresFail() {
        AtomicInteger outages = new AtomicInteger();
        Seeds.forEach(HISTORIES, seed -> outages.addAndGet(new FaultyHistoryCheck(seed).run()));
        assertThat(outages).hasPositiveValue();
    }

    /** They found an idempotent append that was told as not done though it was. */
    @ParameterizedTest
    @ValueSource(longs = {5007, 5012, 5139, 5242})
    void seedsThatFailedOnceAreAlwaysRun(long seed) {
        assertThatNoException().isThrownBy(() -> new FaultyHistoryCheck(seed).run());
    }
}
