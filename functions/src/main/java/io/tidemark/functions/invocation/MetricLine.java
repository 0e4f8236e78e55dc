package io.tidemark.functions.invocation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One call as a line in CloudWatch's embedded metric format: CloudWatch makes metrics of the numbers that the line
 * declares, and the line itself can be searched. A number that is zero is not declared, as every metric costs by the
 * hour in which it was sent.
 *
 * @param namespace of the metrics
 * @param functionName the dimension of every metric: what dashboards and alarms ask by, whatever others there are
 * @param dimensions further ones, by name; where there are any, every metric is sent once more, with all of them
 */
public record MetricLine(String namespace, String functionName, Map<String, String> dimensions) {
    private static final String FUNCTION_NAME = "FunctionName";
    private static final String ERRORS_OF = "Errors.";
    private static final Set<String> OTHER_FIELDS =
            Set.of("_aws", FUNCTION_NAME, "request_id", "function", "cold_start", "operation", "topic", "partition");

    public MetricLine {
        dimensions = Map.copyOf(dimensions);
    }

    /** Whether a line has, or may have, a field of this name, which is then no name for a dimension. */
    public static boolean hasField(String name) {
        return OTHER_FIELDS.contains(name)
                || name.startsWith(ERRORS_OF)
                || Arrays.stream(Metric.values())
                        .anyMatch(metric -> metric.metricName().equals(name));
    }

    String of(Invocation invocation, Duration elapsed, Instant now) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode aws = line.putObject("_aws").put("Timestamp", now.toEpochMilli());
        ObjectNode directive = aws.putArray("CloudWatchMetrics").addObject().put("Namespace", namespace);
        ArrayNode sets = directive.putArray("Dimensions");
        sets.addArray().add(FUNCTION_NAME);
        line.put(FUNCTION_NAME, functionName);
        if (!dimensions.isEmpty()) {
            ArrayNode all = sets.addArray().add(FUNCTION_NAME);
            new TreeMap<>(dimensions).forEach((name, value) -> {
                all.add(name);
                line.put(name, value);
            });
        }
        ArrayNode metrics = directive.putArray("Metrics");
        for (Metric metric : Metric.values()) {
            long value = metric == Metric.LATENCY ? elapsed.toMillis() : invocation.count(metric);
            if (value != 0 || metric == Metric.LATENCY) {
                put(line, metrics, metric.metricName(), metric.unit(), value);
            }
        }
        new TreeMap<>(invocation.errors())
                .forEach((error, count) -> put(line, metrics, ERRORS_OF + error, Metric.Unit.COUNT, count));
        LogLines.putSubject(line, invocation);
        return line.toString();
    }

    private static void put(ObjectNode line, ArrayNode metrics, String name, Metric.Unit unit, long value) {
        metrics.addObject().put("Name", name).put("Unit", unit.text());
        line.put(name, value);
    }
}
