package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.functions.invocation.MetricLine;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricSettingsTest {
    @Test
    void withoutANamespaceNothingIsSent() {
        assertThat(MetricSettings.of(new Variables(Map.of("TIDEMARK_METRICS_DIMENSIONS", "Stage=prod"))))
                .isEmpty();
    }

    @Test
    void aFunctionIsToldFromOthersByItsName() {
        assertThat(metrics(Map.of("AWS_LAMBDA_FUNCTION_NAME", "prod-fetch")))
                .contains(new MetricLine("Tidemark", "prod-fetch", Map.of()));
        assertThat(metrics(Map.of())).contains(new MetricLine("Tidemark", "local", Map.of()));
    }

    @Test
    void tenDimensionsAreTaken() {
        String ten = "A=1,B=2,C=3,D=4,E=5,F=6,G=7,H=8,I=9,J=x y";
        assertThat(metrics(Map.of("TIDEMARK_METRICS_DIMENSIONS", ten))
                        .orElseThrow()
                        .dimensions())
                .hasSize(10)
                .containsEntry("A", "1")
                .containsEntry("J", "x y");
    }

    @ParameterizedTest
    @CsvSource({"255, 255", "1, 1"})
    void namesAndValuesMayBeAsLongAsCloudWatchTakes(int name, int value) {
        String dimension = "n".repeat(name) + "=" + "v".repeat(value);
        assertThat(metrics(Map.of("TIDEMARK_METRICS_DIMENSIONS", dimension))
                        .orElseThrow()
                        .dimensions())
                .containsEntry("n".repeat(name), "v".repeat(value));
    }

    @ParameterizedTest
    @CsvSource({"256, 1", "1, 256"})
    void longerOnesAreRefused(int name, int value) {
        refused("TIDEMARK_METRICS_DIMENSIONS", "n".repeat(name) + "=" + "v".repeat(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Stage",
                "Stage=a,",
                "Stage=",
                "Stage= ",
                "Stage=:a",
                "Stage=ä",
                "Stage=a=b",
                "Stage=a,Stage=b",
                "St age=a",
                "FunctionName=a",
                "Errors=a",
                "Errors.INVALID_RECORD=a",
                "topic=a",
                "_aws=a",
                "A=1,B=2,C=3,D=4,E=5,F=6,G=7,H=8,I=9,J=10,K=11"
            })
    void dimensionsThatCloudWatchOrTheLineCannotTakeAreRefused(String dimensions) {
        refused("TIDEMARK_METRICS_DIMENSIONS", dimensions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "AWS/Tidemark", ":Tidemark", "Tide?"})
    void aNamespaceThatCloudWatchRefusesIsRefused(String namespace) {
        refused("TIDEMARK_METRICS_NAMESPACE", namespace);
    }

    private static void refused(String variable, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics(Map.of(variable, value)))
                .withMessageStartingWith("The environment variable " + variable + " is \"" + value + "\": set it to ");
    }

    private static Optional<MetricLine> metrics(Map<String, String> more) {
        Map<String, String> variables = new TreeMap<>(Map.of("TIDEMARK_METRICS_NAMESPACE", "Tidemark"));
        variables.putAll(more);
        return MetricSettings.of(new Variables(variables));
    }
}
