package io.tidemark.producer;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import java.nio.charset.StandardCharsets;

/**
 * The name under which a producer keeps its transactions over restarts.
 *
 * @param value 1 to {@link #MAX_SIZE_BYTES} bytes of UTF-8
 */
public record TransactionalId(String value) {
    /** Kafka sets no limit; here the name is a part of keys. */
    public static final int MAX_SIZE_BYTES = 512;

    public TransactionalId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("a transactional id of " + value.length() + " characters");
        }
    }

    /** The id, or INVALID_REQUEST. */
    public static Answer<TransactionalId> parse(String text) {
        return isValid(text)
                ? Answer.of(new TransactionalId(text))
                : Answer.refused(
                        KafkaError.INVALID_REQUEST,
                        "A transactional id has 1 to " + MAX_SIZE_BYTES + " bytes of UTF-8, this one has "
                                + text.getBytes(StandardCharsets.UTF_8).length + ".");
    }

    private static boolean isValid(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length > 0
                && bytes.length <= MAX_SIZE_BYTES
                && new String(bytes, StandardCharsets.UTF_8).equals(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
