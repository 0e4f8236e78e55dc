package io.tidemark.partition;

/** What a plan named is not there: things were moved since its head was read. Whoever cuts plans cuts a new one. */
public final class StalePlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StalePlanException(String message) {
        super(message);
    }
}
