package io.tidemark.topic;

/** What maintenance may do with old records; {@code cleanup.policy} names any of the two, or none. */
public enum CleanupPolicy {
    /** Records beyond {@code retention.ms} or {@code retention.bytes} go. */
    DELETE("delete"),
    /** Of records with one key, the last stays. */
    COMPACT("compact");

    private final String configValue;

    CleanupPolicy(String configValue) {
        this.configValue = configValue;
    }

    public String configValue() {
        return configValue;
    }
}
