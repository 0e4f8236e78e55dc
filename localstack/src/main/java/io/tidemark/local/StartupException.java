package io.tidemark.local;

/** The server cannot start, for a reason that its user can change; the message is all that they need. */
final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
