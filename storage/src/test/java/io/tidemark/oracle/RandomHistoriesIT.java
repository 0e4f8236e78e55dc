package io.tidemark.oracle;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random histories, answer by answer the same from a broker, from Tidemark and from a model that scans.
 *
 * <p>{@code -Dtidemark.seed=42} replays one history, {@code -Dtidemark.histories=3000} runs more of them.
 */
class RandomHistoriesIT {
    private static final int HISTORIES = 300;

    @Test
    void everyAnswerIsTheBrokersOrTheScans() {
        try (KafkaLog broker = new KafkaLog(KafkaBroker.running().connect())) {
            Seeds.forEach(HISTORIES, seed -> new HistoryCheck(seed, Stores.inMemory(), Optional.of(broker)).run());
        }
    }
}
