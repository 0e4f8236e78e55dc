package io.tidemark.store.embedded;

/** A data directory that cannot be used; the message names it and says why. */
public final class DataDirectoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DataDirectoryException(String message) {
        super(message);
    }

    DataDirectoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
