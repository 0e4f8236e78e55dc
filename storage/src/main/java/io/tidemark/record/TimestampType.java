package io.tidemark.record;

/** Whose clock a record's timestamp is from (KIP-32): the producer's, or the log's at the append. */
public enum TimestampType {
    CREATE_TIME("CreateTime"),
    LOG_APPEND_TIME("LogAppendTime");

    private final String configValue;

    TimestampType(String configValue) {
        this.configValue = configValue;
    }

    /** The value of {@code message.timestamp.type}. */
    public String configValue() {
        return configValue;
    }
}
