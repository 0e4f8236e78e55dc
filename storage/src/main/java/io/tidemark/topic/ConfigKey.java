package io.tidemark.topic;

/**
 * One topic config.
 *
 * @param name Kafka's
 * @param defaultValue in the form in which Kafka describes it
 * @param effect whether Tidemark's log heeds it
 */
record ConfigKey(String name, ConfigType type, String defaultValue, Effect effect) {
    /** Whether a config changes anything here. */
    enum Effect {
        /** The log does what the config says. */
        HEEDED,
        /**
         * Accepted, kept and described, so that topics can be set up as for a broker, but about something that this
         * log does not have: files, replicas, leaders, flushes.
         */
        NONE
    }

    boolean heeded() {
        return effect == Effect.HEEDED;
    }
}
