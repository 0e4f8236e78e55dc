package io.tidemark.record;

/**
 * The errors that Tidemark answers, by Kafka's names and codes.
 *
 * <p>Source: {@code org.apache.kafka.common.protocol.Errors}; a test holds names, codes and retriability against it.
 */
public enum KafkaError {
    UNKNOWN_SERVER_ERROR(-1, false),
    NONE(0, false),
    OFFSET_OUT_OF_RANGE(1, false),
    CORRUPT_MESSAGE(2, true),
    UNKNOWN_TOPIC_OR_PARTITION(3, true),
    REQUEST_TIMED_OUT(7, true),
    MESSAGE_TOO_LARGE(10, false),
    COORDINATOR_NOT_AVAILABLE(15, true),
    INVALID_TOPIC_EXCEPTION(17, false),
    RECORD_LIST_TOO_LARGE(18, false),
    INVALID_TIMESTAMP(32, false),
    UNSUPPORTED_VERSION(35, false),
    TOPIC_ALREADY_EXISTS(36, false),
    INVALID_PARTITIONS(37, false),
    INVALID_CONFIG(40, false),
    INVALID_REQUEST(42, false),
    POLICY_VIOLATION(44, false),
    OUT_OF_ORDER_SEQUENCE_NUMBER(45, false),
    INVALID_PRODUCER_EPOCH(47, false),
    INVALID_TXN_STATE(48, false),
    INVALID_PRODUCER_ID_MAPPING(49, false),
    INVALID_TRANSACTION_TIMEOUT(50, false),
    CONCURRENT_TRANSACTIONS(51, true),
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED(53, false),
    KAFKA_STORAGE_ERROR(56, true),
    FENCED_LEADER_EPOCH(74, true),
    UNKNOWN_LEADER_EPOCH(75, true),
    INVALID_RECORD(87, false),
    THROTTLING_QUOTA_EXCEEDED(89, true),
    PRODUCER_FENCED(90, false),
    UNKNOWN_TOPIC_ID(100, true),
    TRANSACTIONAL_ID_NOT_FOUND(105, false);

    private final short code;
    private final boolean retriable;

    KafkaError(int code, boolean retriable) {
        this.code = (short) code;
        this.retriable = retriable;
    }

    public short code() {
        return code;
    }

    /** Whether the same request may succeed later, as Kafka's clients understand the error. */
    public boolean retriable() {
        return retriable;
    }
}
