package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KafkaErrorTest {
    @ParameterizedTest
    @EnumSource(KafkaError.class)
    void nameCodeAndRetriabilityAreKafkas(KafkaError error) {
        Errors kafka = Errors.forCode(error.code());

        assertThat(error.name()).isEqualTo(kafka.name());
        assertThat(error.retriable()).isEqualTo(kafka.exception() instanceof RetriableException);
    }
}
