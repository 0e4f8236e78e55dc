package io.tidemark.partition;

/** What a plan named is not there: things were moved since its head was read. Caught by {@link ReadingRule} only. */
final class StalePlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StalePlanException(String message) {
        super(message);
    }
}
