package io.tidemark.record;

/**
 * A stored batch that cannot be read. Thrown where the damage is met and caught only where one partition's answer is
 * made, so that the other partitions of a request are answered all the same.
 */
public final class CorruptBatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final KafkaError error;
    private final String reason;

    public CorruptBatchException(KafkaError error, String reason) {
        super(reason);
        this.error = error;
        this.reason = reason;
    }

    public CorruptBatchException(KafkaError error, String reason, Throwable cause) {
        super(reason, cause);
        this.error = error;
        this.reason = reason;
    }

    public KafkaError error() {
        return error;
    }

    /** This failure as one partition's answer. */
    public Refusal refusal() {
        return new Refusal(error, reason);
    }
}
