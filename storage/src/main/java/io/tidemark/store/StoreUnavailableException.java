package io.tidemark.store;

/**
 * A store call that got no answer, or an answer that is an outage. Whether the write took effect is known or not is
 * decided where the exception is made and never guessed later.
 */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What became of the call. */
    public enum Effect {
        /** The call had no effect and has none later; it can be sent again. */
        NONE,
        /** A write may have taken effect, or may still do so. */
        UNKNOWN
    }

    /** Why there is no answer, as far as it matters to whoever must act. */
    public enum Kind {
        /** The store, or the way to it, is down: it passes. */
        OUTAGE("The store could not be reached. Try again in a moment."),
        /** The store refuses for the moment, because of too many requests. */
        THROTTLED("The store has too many requests. Try again in a moment."),
        /** The store refuses, because this process lacks a permission or valid credentials. */
        DENIED("The store denied access to the service. Its operator finds the missing permission in the log."),
        /** There is no such table or bucket, or not here. */
        MISSING("The service's store is not there. Its operator finds the cause in the log.");

        private final String advice;

        Kind(String advice) {
            this.advice = advice;
        }

        /** What a client is told: names nothing of the store, which is the operator's affair. */
        public String advice() {
            return advice;
        }
    }

    private final Effect effect;
    private final Kind kind;

    public StoreUnavailableException(Effect effect, Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.effect = effect;
        this.kind = kind;
    }

    public StoreUnavailableException(Effect effect, Kind kind, String message) {
        super(message);
        this.effect = effect;
        this.kind = kind;
    }

    /** An outage. */
    public StoreUnavailableException(Effect effect, String message, Throwable cause) {
        this(effect, Kind.OUTAGE, message, cause);
    }

    /** An outage. */
    public StoreUnavailableException(Effect effect, String message) {
        this(effect, Kind.OUTAGE, message);
    }

    public Effect effect() {
        return effect;
    }

    public Kind kind() {
        return kind;
    }
}
