package io.tidemark.layout;

/** A stored item that is of a newer layout, or damaged. Caught only where one partition's answer is made. */
public final class UnreadableItemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableItemException(String message) {
        super(message);
    }
}
