package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnswerTest {
    @Test
    void aValueGoesThroughEveryStep() {
        Answer<String> answer = Answer.of(6).map(n -> n * 7).then(n -> Answer.of("n=" + n));

        assertThat(answer).isEqualTo(Answer.of("n=42"));
    }

    @Test
    void aRefusalStaysAndLaterStepsDoNotRun() {
        AtomicInteger runs = new AtomicInteger();
        Answer<Integer> refused = Answer.refused(KafkaError.INVALID_RECORD, "no");

        Answer<Integer> answer = refused.map(n -> runs.incrementAndGet()).then(n -> Answer.of(runs.incrementAndGet()));

        assertThat(answer).isEqualTo(Answer.refused(new Refusal(KafkaError.INVALID_RECORD, "no")));
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStepCanRefuse() {
        assertThat(Answer.of(1).then(n -> Answer.refused(KafkaError.INVALID_REQUEST, "bad " + n)))
                .isEqualTo(Answer.refused(KafkaError.INVALID_REQUEST, "bad 1"));
    }
}
