package io.tidemark.functions.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.RecordError;
import io.tidemark.record.Refusal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KafkaErrorsTest {
    /** Retriable in Kafka, where a broker may not know a new topic yet. */
    private static final Set<KafkaError> UNKNOWN = EnumSet.of(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyErrorHasAStatusAndKeepsKafkasName(KafkaError error) {
        Problem problem = KafkaErrors.problem(new Refusal(error, "why"));

        boolean later = error.retriable() && !UNKNOWN.contains(error);
        assertThat(problem.status()).isBetween(400, 599);
        assertThat(problem.status() == 503).isEqualTo(later);
        assertThat(problem.headers().containsKey("retry-after")).isEqualTo(later);
        assertThat(problem.toJson().path("kafka_error").textValue()).isEqualTo(error.name());
        assertThat(problem.toJson().path("kafka_error_code").shortValue()).isEqualTo(error.code());
        assertThat(problem.toJson().path("error_code").intValue() / 100).isEqualTo(problem.status());
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_TOPIC_OR_PARTITION,40403",
        "UNKNOWN_TOPIC_ID,50300",
        "TOPIC_ALREADY_EXISTS,40002",
        "INVALID_CONFIG,40002",
        "INVALID_TIMESTAMP,42200",
        "MESSAGE_TOO_LARGE,41300",
        "OFFSET_OUT_OF_RANGE,41600",
        "OUT_OF_ORDER_SEQUENCE_NUMBER,40900",
        "TRANSACTIONAL_ID_AUTHORIZATION_FAILED,40301",
        "KAFKA_STORAGE_ERROR,50300",
        "TRANSACTIONAL_ID_NOT_FOUND,40405",
        "CONCURRENT_TRANSACTIONS,50300",
        "PRODUCER_FENCED,40900",
    })
    void knownErrorsHaveTheirCodes(KafkaError error, int code) {
        assertThat(KafkaErrors.problem(new Refusal(error, "")).errorCode()).isEqualTo(code);
    }

    @Test
    void recordErrorsAreTold() {
        Refusal refusal = new Refusal(
                KafkaError.INVALID_TIMESTAMP, "two", List.of(new RecordError(3, KafkaError.INVALID_TIMESTAMP, "late")));
        assertThat(KafkaErrors.problem(refusal).toJson())
                .hasToString("{\"error_code\":42200,\"message\":\"two\",\"kafka_error\":\"INVALID_TIMESTAMP\","
                        + "\"kafka_error_code\":32,\"record_errors\":[{\"batch_index\":3,\"message\":\"late\"}]}");
    }

    @Test
    void aRefusalIsThrownAndAValueReturned() {
        assertThat(KafkaErrors.valueOf(Answer.of(7))).isEqualTo(7);
        assertThatThrownBy(() -> KafkaErrors.valueOf(Answer.refused(KafkaError.INVALID_RECORD, "bad")))
                .isInstanceOf(ProblemException.class)
                .hasMessage("bad");
    }
}
