package io.tidemark.record;

/** Whose clock a record's timestamp is from (KIP-32): the producer's, or the log's at the append. */
public enum TimestampType {
    CREATE_TIME("CreateTime", org.apache.kafka.common.record.TimestampType.CREATE_TIME),
    LOG_APPEND_TIME("LogAppendTime", org.apache.kafka.common.record.TimestampType.LOG_APPEND_TIME);

    private final String configValue;
    private final org.apache.kafka.common.record.TimestampType kafka;

    TimestampType(String configValue, org.apache.kafka.common.record.TimestampType kafka) {
        this.configValue = configValue;
        this.kafka = kafka;
    }

    /** The value of {@code message.timestamp.type}. */
    public String configValue() {
        return configValue;
    }

    org.apache.kafka.common.record.TimestampType kafka() {
        return kafka;
    }
}
