package io.tidemark.functions.http;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import java.util.Map;
import java.util.Optional;

/** What each of Kafka's errors is in HTTP: the one place that says so. */
public final class KafkaErrors {
    private static final Map<String, String> SOON = Map.of("retry-after", "1");
    private static final int DAMAGED_INPUT = 42200;

    private KafkaErrors() {}

    public static Problem problem(Refusal refusal) {
        int code = errorCode(refusal.error());
        return new Problem(code, refusal.message(), Optional.of(refusal), code / 100 == 503 ? SOON : Map.of());
    }

    /**
     * The answer's value.
     *
     * @throws ProblemException where it is a refusal
     */
    public static <T> T valueOf(Answer<T> answer) {
        if (answer instanceof Answer.Given<T> given) {
            return given.value();
        }
        throw new ProblemException(problem(((Answer.Refused<T>) answer).refusal()));
    }

    /**
     * What was sent was taken; or it is at fault. A batch that does not match its own checksum is the sender's to send
     * again, so it is a 422 here, where a stored one that is damaged is a 503.
     *
     * @throws ProblemException where it is a refusal
     */
    public static <T> T taken(Answer<T> answer) {
        if (answer instanceof Answer.Refused<T> refused && refused.refusal().error() == KafkaError.CORRUPT_MESSAGE) {
            throw new ProblemException(
                    new Problem(DAMAGED_INPUT, refused.refusal().message(), Optional.of(refused.refusal()), Map.of()));
        }
        return valueOf(answer);
    }

    /**
     * The error code of Confluent's REST v3 where it has one; what may succeed later is a 503, so that HTTP clients
     * retry it by themselves. Kafka calls an unknown topic retriable because a broker may not know it yet; here it
     * does not exist.
     */
    private static int errorCode(KafkaError error) {
        return switch (error) {
            case NONE -> throw new IllegalArgumentException("NONE is no error");
            case INVALID_TOPIC_EXCEPTION,
                    UNSUPPORTED_VERSION,
                    TOPIC_ALREADY_EXISTS,
                    INVALID_PARTITIONS,
                    INVALID_CONFIG,
                    INVALID_REQUEST,
                    POLICY_VIOLATION,
                    INVALID_TRANSACTION_TIMEOUT -> 40002;
            case TRANSACTIONAL_ID_AUTHORIZATION_FAILED -> 40301;
            case UNKNOWN_TOPIC_OR_PARTITION -> 40403;
            case TRANSACTIONAL_ID_NOT_FOUND -> 40405;
            case OUT_OF_ORDER_SEQUENCE_NUMBER,
                    INVALID_PRODUCER_EPOCH,
                    INVALID_TXN_STATE,
                    INVALID_PRODUCER_ID_MAPPING,
                    PRODUCER_FENCED -> 40900;
            case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE -> 41300;
            case OFFSET_OUT_OF_RANGE -> 41600;
            case INVALID_TIMESTAMP, INVALID_RECORD -> 42200;
            case UNKNOWN_SERVER_ERROR -> 50002;
            case CORRUPT_MESSAGE,
                    REQUEST_TIMED_OUT,
                    COORDINATOR_NOT_AVAILABLE,
                    CONCURRENT_TRANSACTIONS,
                    KAFKA_STORAGE_ERROR,
                    FENCED_LEADER_EPOCH,
                    UNKNOWN_LEADER_EPOCH,
                    UNKNOWN_TOPIC_ID,
                    THROTTLING_QUOTA_EXCEEDED -> 50300;
        };
    }
}
