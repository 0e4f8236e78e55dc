package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.invocation.Metric;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceReport.Incident;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.record.Answer;
import io.tidemark.sweep.Swept;
import io.tidemark.topic.TopicName;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs the maintenance: on a schedule, whose event may be EventBridge's envelope or any other JSON object, or for an
 * operator, whose event names {@code topics} and {@code steps}. Fails where a partition failed, so that the alarm does.
 */
@Named(MaintenanceHandler.NAME)
public final class MaintenanceHandler implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    /** A value of QUARKUS_LAMBDA_HANDLER. */
    static final String NAME = "maintenance";

    private final Service service;

    @Inject
    public MaintenanceHandler(Service service) {
        this.service = service;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        // a JSON null arrives as Java's
        Map<String, Object> wishes = Optional.ofNullable(event).orElse(Map.of());
        return service.invocations().run(NAME, context, call -> maintain(wishes, context, call));
    }

    private Map<String, Object> maintain(Map<String, Object> event, Context context, Invocation invocation) {
        Duration left = Duration.ofMillis(context.getRemainingTimeInMillis());
        Duration margin = service.maintenanceMargin();
        Duration budget = left.compareTo(margin.multipliedBy(2)) > 0 ? left.minus(margin) : left.dividedBy(2);
        MaintenanceReport report =
                service.tidemark().maintain(new MaintenanceRequest(budget, steps(event), topics(event)));
        invocation.add(Metric.MAINTENANCE_SKIPPED, report.skipped().size());
        invocation.add(Metric.MAINTENANCE_FAILED, report.failed().size());
        invocation.add(Metric.MAINTENANCE_LEFT_DUE, report.leftDue());
        report.lags()
                .sinceLastRun()
                .ifPresent(since -> invocation.add(Metric.SECONDS_SINCE_LAST_RUN, since.toSeconds()));
        report.lags().merge().ifPresent(lag -> invocation.add(Metric.MERGE_LAG, lag.toSeconds()));
        report.swept().ifPresent(swept -> invocation.add(Metric.GARBAGE_BYTES, swept.bytesDeleted()));
        Map<String, Object> answer = toJson(report);
        if (!report.failed().isEmpty()) {
            throw new MaintenanceFailedException("maintenance failed for some partitions: " + Json.text(answer));
        }
        return answer;
    }

    private static Set<StepName> steps(Map<String, Object> event) {
        Set<StepName> steps = new LinkedHashSet<>();
        for (String text : texts(event, "steps")) {
            steps.add(StepName.parse(text)
                    .orElseThrow(() -> new IllegalArgumentException("There is no maintenance step \"" + text
                            + "\"; there are "
                            + Arrays.stream(StepName.values())
                                    .map(StepName::text)
                                    .collect(Collectors.joining(", "))
                            + ".")));
        }
        return steps;
    }

    private static Set<TopicName> topics(Map<String, Object> event) {
        Set<TopicName> topics = new LinkedHashSet<>();
        for (String text : texts(event, "topics")) {
            Answer<TopicName> name = TopicName.parse(text);
            if (name instanceof Answer.Refused<TopicName> refused) {
                throw new IllegalArgumentException(refused.refusal().message());
            }
            topics.add(((Answer.Given<TopicName>) name).value());
        }
        return topics;
    }

    private static List<String> texts(Map<String, Object> event, String name) {
        Object value = event.getOrDefault(name, List.of());
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw new IllegalArgumentException("\"" + name + "\" must be a list of names.");
    }

    private static Map<String, Object> toJson(MaintenanceReport report) {
        Map<String, Integer> done = new LinkedHashMap<>();
        for (StepName step : StepName.values()) {
            done.put(step.text(), report.done().getOrDefault(step, 0));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("partitions_visited", report.partitionsVisited());
        answer.put("partitions_left_due", report.leftDue());
        answer.put("done", done);
        answer.put("skipped", incidents(report.skipped()));
        answer.put("failed", incidents(report.failed()));
        report.swept().ifPresent(swept -> answer.put("swept", toJson(swept)));
        report.lags().sinceLastRun().ifPresent(since -> answer.put("seconds_since_last_run", since.toSeconds()));
        report.lags().merge().ifPresent(lag -> answer.put("merge_lag_seconds", lag.toSeconds()));
        answer.put("elapsed_ms", report.elapsed().toMillis());
        return answer;
    }

    private static Map<String, Object> toJson(Swept swept) {
        return Map.of(
                "finished", swept.finished(),
                "partitions_marked", swept.partitionsMarked(),
                "objects_listed", swept.objectsListed(),
                "objects_deleted", swept.objectsDeleted(),
                "bytes_deleted", swept.bytesDeleted(),
                "due_restored", swept.dueRestored(),
                "begun_at", swept.cursor().begunAt().toString(),
                "from_slice", swept.cursor().fromSlice(),
                "to_slice", swept.cursor().toSlice(),
                "listed_to", swept.cursor().after());
    }

    private static List<Map<String, Object>> incidents(List<Incident> incidents) {
        return incidents.stream()
                .map(incident -> Map.<String, Object>of(
                        "topic_name", incident.topic(),
                        "partition_id", incident.partition(),
                        "step", incident.step().map(StepName::text).orElse(""),
                        "reason", incident.reason()))
                .toList();
    }
}
