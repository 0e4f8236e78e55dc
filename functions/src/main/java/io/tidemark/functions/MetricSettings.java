package io.tidemark.functions;

import io.tidemark.functions.invocation.MetricLine;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How a function's metrics are sent to CloudWatch, as its environment variables say. */
final class MetricSettings {
    static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";
    static final String NAMESPACE = "TIDEMARK_METRICS_NAMESPACE";
    static final String DIMENSIONS = "TIDEMARK_METRICS_DIMENSIONS";

    private static final Pattern NAMESPACE_NAME = Pattern.compile("(?!AWS/|:)[A-Za-z0-9._/#:-]{1,255}");
    private static final String NAMESPACE_RULE = "a namespace: up to 255 letters, digits, '.', '-', '_', '/', '#', ':',"
            + " beginning neither with AWS/ nor with ':'";

    private static final int MAX_DIMENSIONS = 10;

    /** CloudWatch takes values of printable ASCII that have something to see in them and begin without a colon. */
    private static final Pattern DIMENSION =
            Pattern.compile("[A-Za-z0-9_.-]{1,255}=(?!:)(?=.*[!-~])[ -~&&[^,=]]{1,255}");

    private static final String DIMENSIONS_RULE =
            "Name=value, up to ten of them, with commas, each name once and none that metrics have by themselves";

    private MetricSettings() {}

    /**
     * Absent where none are sent.
     *
     * @throws IllegalArgumentException naming the variable that is wrong, and what it may be
     */
    static Optional<MetricLine> of(Variables variables) {
        if (variables.text(NAMESPACE).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MetricLine(
                variables.matching(NAMESPACE, NAMESPACE_NAME, NAMESPACE_RULE),
                // Lambda names the function, which alone tells it from every other in the account and region
                variables.text(FUNCTION_NAME).orElse("local"),
                variables.text(DIMENSIONS).map(MetricSettings::dimensions).orElse(Map.of())));
    }

    private static Map<String, String> dimensions(String text) {
        String[] pairs = text.split(",", -1);
        Map<String, String> dimensions = new TreeMap<>();
        for (String pair : pairs) {
            if (DIMENSION.matcher(pair).matches()) {
                String[] parts = pair.split("=", 2);
                dimensions.put(parts[0], parts[1]);
            }
        }
        if (dimensions.size() < pairs.length
                || dimensions.size() > MAX_DIMENSIONS
                || dimensions.keySet().stream().anyMatch(MetricLine::hasField)) {
            throw Variables.wrong(DIMENSIONS, text, DIMENSIONS_RULE);
        }
        return dimensions;
    }
}
