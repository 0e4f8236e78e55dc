package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.aws.AwsSettings.Limits;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsSettingsTest {

    @Test
    void aTableAndABucketAreNeeded() {
        assertThatCode(() -> AwsSettings.of("t", "b")).doesNotThrowAnyException();
        assertThatThrownBy(() -> AwsSettings.of(" ", "b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AwsSettings.of("t", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1 1 1 1 1, true",
        "0 1 1 1 1, false",
        "2 1 2 1 1, false",
        "1 2 1 1 1, false",
        "1 1 1 0 1, false",
        "1 1 1 1 0, false",
    })
    void anAttemptHoldsAConnectionAndACallAnAttempt(String limits, boolean allowed) {
        int[] given =
                Arrays.stream(limits.split(" ")).mapToInt(Integer::parseInt).toArray();
        Runnable make = () -> new Limits(
                Duration.ofSeconds(given[0]),
                Duration.ofSeconds(given[1]),
                Duration.ofSeconds(given[2]),
                given[3],
                given[4]);
        if (allowed) {
            assertThatCode(make::run).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(make::run).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
