package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.store.StoreUnavailableException.Kind;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores that refuse: what a client is told, and that a retry succeeds when the cause is gone. */
@OnEndpoint
class LogOnUnusableStoresIT {
    private static final LossyWire WIRE = new LossyWire(TestEndpoint.newStores());
    private static final FaultProxy PROXY = WIRE.proxy();

    @AfterAll
    static void close() {
        WIRE.close();
    }

    @ParameterizedTest
    @CsvSource({
        "THROTTLED, THROTTLED",
        "ERROR_503, OUTAGE",
        "DENIED, DENIED",
        "MISSING, MISSING",
        "ELSEWHERE, MISSING",
    })
    void aClientIsToldWhatKindOfFaultItIsAndARetrySucceedsAfterIt(Fault fault, Kind kind) {
        PROXY.calm();
        LossyLog log = new LossyLog("unusable-" + fault, WIRE.direct(), WIRE.stores(), 1);
        assertThat(log.produce("first", 10, Optional.empty())).isInstanceOf(Answer.Given.class);

        PROXY.inject(operation -> fault);
        assertRefused(log.lookUp(10), kind);
        assertRefused(log.produce("second", 20, Optional.empty()), kind);
        assertThat(log.all()).hasSize(1);

        PROXY.calm();
        assertThat(log.lookUp(10)).isEqualTo(Answer.of(Optional.of(0L)));
        assertThat(log.produce("second", 20, Optional.empty())).isInstanceOf(Answer.Given.class);
        assertThat(log.all()).extracting(LossyLog.Entry::value).containsExactly("first", "second");
    }

    private static void assertRefused(Answer<?> answer, Kind kind) {
        Refusal refusal = ((Answer.Refused<?>) answer).refusal();
        assertThat(refusal.error()).isEqualTo(KafkaError.KAFKA_STORAGE_ERROR);
        assertThat(refusal.message()).endsWith(kind.advice());
    }
}
