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

    private final Effect effect;

    public StoreUnavailableException(Effect effect, String message, Throwable cause) {
        super(message, cause);
        this.effect = effect;
    }

    public StoreUnavailableException(Effect effect, String message) {
        super(message);
        this.effect = effect;
    }

    public Effect effect() {
        return effect;
    }
}
