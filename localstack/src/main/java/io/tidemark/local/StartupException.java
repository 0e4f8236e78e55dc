package io.tidemark.local;

/** A command cannot start, for a reason that its user can change; the message is all that they need. */
final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    StartupException(String message) {
        super(message);
    }

    StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
