package io.tidemark.record;

/**
 * A stored batch that cannot be read. Thrown where the damage is met and caught only where one partition's answer is
 * made, so that the other partitions of a request are answered all the same.
 */
public final class CorruptBatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final KafkaError error;

    public CorruptBatchException(KafkaError error, String message) {
        super(message);
        this.error = error;
    }

    public KafkaError error() {
        return error;
    }
}
