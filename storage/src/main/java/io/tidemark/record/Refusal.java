package io.tidemark.record;

import java.util.List;

/**
 * A request, or one partition's part of it, that is answered with a Kafka error: nothing of it was stored.
 *
 * @param error Kafka's error, never {@link KafkaError#NONE}
 * @param message what was wrong, what was expected and what to do
 * @param recordErrors for a refused batch, every record at fault (KIP-467); empty otherwise
 */
public record Refusal(KafkaError error, String message, List<RecordError> recordErrors) {
    public Refusal {
        if (error == KafkaError.NONE) {
            throw new IllegalArgumentException("a refusal needs an error");
        }
        recordErrors = List.copyOf(recordErrors);
    }

    public Refusal(KafkaError error, String message) {
        this(error, message, List.of());
    }
}
