package io.tidemark.functions.invocation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * One call as a line in CloudWatch's embedded metric format: CloudWatch makes metrics of the numbers that the line
 * declares, and the line itself can be searched. A number that is zero is not declared, as every metric costs by the
 * hour in which it was sent.
 *
 * @param namespace of the metrics
 * @param dimensions of every metric, by name
 */
record MetricLine(String namespace, Map<String, String> dimensions) {
    private static final String ERRORS_OF = "Errors.";

    MetricLine {
        dimensions = Map.copyOf(dimensions);
    }

    String of(Invocation invocation, Duration elapsed, Instant now) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode aws = line.putObject("_aws").put("Timestamp", now.toEpochMilli());
        ObjectNode directive = aws.putArray("CloudWatchMetrics").addObject().put("Namespace", namespace);
        ArrayNode names = directive.putArray("Dimensions").addArray();
        new TreeMap<>(dimensions).forEach((name, value) -> {
            names.add(name);
            line.put(name, value);
        });
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
