package io.tidemark.functions;

import io.tidemark.functions.invocation.MetricLine;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.maintenance.MaintenanceSettings;
import io.tidemark.store.aws.AwsSettings;
import io.tidemark.sweep.Sweep;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a function's environment variables say. A variable that is not set, or empty, has its default.
 *
 * @param handler which of the package's handlers this process runs
 * @param clusterId the one cluster's id in every path
 * @param commitMargin what must be left of an invocation's time for a commit to begin: as long as one may take
 * @param maintenanceMargin left of an invocation's time for the step that is at work when a run's budget is spent
 * @param metrics how they are sent; absent where none are
 * @param maintenance how long a merge and a sweep wait
 */
record Settings(
        String handler,
        Place place,
        String clusterId,
        Duration commitMargin,
        Duration maintenanceMargin,
        Optional<MetricLine> metrics,
        MaintenanceSettings maintenance) {
    static final String HANDLER = "QUARKUS_LAMBDA_HANDLER";
    static final String REGION = "AWS_REGION";
    static final String STORE = "TIDEMARK_STORE";
    static final String TABLE = "TIDEMARK_TABLE";
    static final String BUCKET = "TIDEMARK_BUCKET";
    static final String ENDPOINT = "TIDEMARK_ENDPOINT";
    static final String CHECKSUMS = "TIDEMARK_CHECKSUMS";
    static final String CLUSTER_ID = "TIDEMARK_CLUSTER_ID";
    static final String ATTEMPT_MS = "TIDEMARK_STORE_ATTEMPT_MS";
    static final String CALL_MS = "TIDEMARK_STORE_CALL_MS";
    static final String ATTEMPTS = "TIDEMARK_STORE_ATTEMPTS";
    static final String MAINTENANCE_MARGIN_MS = "TIDEMARK_MAINTENANCE_MARGIN_MS";
    static final String MAINTENANCE_PARALLEL = "TIDEMARK_MAINTENANCE_PARALLEL";
    static final String MERGE_MAX_AGE_MINUTES = "TIDEMARK_MERGE_MAX_AGE_MINUTES";
    static final String SWEEP_GRACE_MINUTES = "TIDEMARK_SWEEP_GRACE_MINUTES";

    /** What the package holds: each process runs one of them. */
    private static final List<String> HANDLERS = Stream.concat(
                    Arrays.stream(LambdaFunction.values()).map(LambdaFunction::handlerName),
                    Stream.of(MaintenanceHandler.NAME))
            .toList();

    private static final String AWS = "aws";
    private static final String EMBEDDED = "embedded:";
    private static final Pattern TABLE_NAME = Pattern.compile("[A-Za-z0-9_.-]{3,255}");
    private static final Pattern BUCKET_NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

    /** A label of a host's name, which it becomes. */
    private static final Pattern REGION_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final int MIN_TIME_MS = 100;
    private static final int MAX_ATTEMPT_MS = 20_000;
    private static final int MAX_CALL_MS = 60_000;
    private static final int MAX_ATTEMPTS = 10;
    private static final int DEFAULT_MAINTENANCE_MARGIN_MS = 15_000;
    private static final int MIN_MAINTENANCE_MARGIN_MS = 1_000;
    private static final int MAX_MAINTENANCE_MARGIN_MS = 300_000;
    private static final Duration WORK_AROUND_AN_ATTEMPT = Duration.ofSeconds(1);

    /** Where the stores are. */
    sealed interface Place {

        record Aws(AwsSettings settings) implements Place {}

        record Embedded(Path directory) implements Place {}
    }

    /** @throws IllegalArgumentException naming the variable that is missing or wrong, and what it may be */
    static Settings of(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        String handler = variables.oneOf(HANDLER, HANDLERS);
        AwsSettings.Limits limits = limits(variables);
        String clusterId =
                variables.matching(CLUSTER_ID, Service.CLUSTER_ID_PATTERN, Service.CLUSTER_ID_RULE, "tidemark");
        return new Settings(
                handler,
                place(variables, limits),
                clusterId,
                limits.attempt().plus(WORK_AROUND_AN_ATTEMPT),
                Duration.ofMillis(variables.number(
                        MAINTENANCE_MARGIN_MS,
                        MIN_MAINTENANCE_MARGIN_MS,
                        MAX_MAINTENANCE_MARGIN_MS,
                        DEFAULT_MAINTENANCE_MARGIN_MS)),
                MetricSettings.of(variables),
                maintenance(variables));
    }

    private static MaintenanceSettings maintenance(Variables variables) {
        MaintenanceSettings usual = MaintenanceSettings.USUAL;
        return new MaintenanceSettings(
                minutes(variables, MERGE_MAX_AGE_MINUTES, MaintenanceSettings.MIN_MERGE_MAX_AGE, usual.mergeMaxAge()),
                minutes(variables, SWEEP_GRACE_MINUTES, Sweep.MIN_GRACE, usual.sweepGrace()),
                variables.number(MAINTENANCE_PARALLEL, 1, MaintenanceSettings.MAX_PARALLEL, usual.parallel()));
    }

    private static Duration minutes(Variables variables, String name, Duration min, Duration otherwise) {
        int max = (int) MaintenanceSettings.MAX.toMinutes();
        return Duration.ofMinutes(variables.number(name, (int) min.toMinutes(), max, (int) otherwise.toMinutes()));
    }

    private static Place place(Variables variables, AwsSettings.Limits limits) {
        String store = variables.text(STORE).orElse("");
        if (store.equals(AWS)) {
            return new Place.Aws(aws(variables, limits));
        }
        if (store.startsWith(EMBEDDED) && !store.equals(EMBEDDED)) {
            return new Place.Embedded(Path.of(store.substring(EMBEDDED.length())));
        }
        throw Variables.wrong(
                STORE,
                store,
                AWS + " for DynamoDB and S3, or " + EMBEDDED + "DIRECTORY to keep everything in that directory");
    }

    private static AwsSettings aws(Variables variables, AwsSettings.Limits limits) {
        // the SDK reads it by itself, and would tell of its absence only at length
        variables.matching(REGION, REGION_NAME, "the region of table and bucket, such as eu-central-1, as Lambda does");
        AwsSettings settings = AwsSettings.of(
                        variables.matching(
                                TABLE, TABLE_NAME, "a table's name: 3 to 255 letters, digits, '_', '.', '-'"),
                        variables.matching(
                                BUCKET, BUCKET_NAME, "a bucket's name: 3 to 63 small letters, digits, '.', '-'"))
                .within(limits);
        Optional<String> endpoint = variables.text(ENDPOINT);
        if (endpoint.isPresent()) {
            settings = settings.at(url(endpoint.get()));
        }
        return variables.flag(CHECKSUMS, true) ? settings : settings.withoutChecksums();
    }

    private static AwsSettings.Limits limits(Variables variables) {
        AwsSettings.Limits usual = AwsSettings.Limits.USUAL;
        int attempt = variables.number(
                ATTEMPT_MS, MIN_TIME_MS, MAX_ATTEMPT_MS, (int) usual.attempt().toMillis());
        int call = variables.number(CALL_MS, attempt, MAX_CALL_MS, Math.max(attempt, (int)
                usual.call().toMillis()));
        int connect = Math.min(attempt, (int) usual.connect().toMillis());
        return new AwsSettings.Limits(
                Duration.ofMillis(connect),
                Duration.ofMillis(attempt),
                Duration.ofMillis(call),
                variables.number(ATTEMPTS, 1, MAX_ATTEMPTS, usual.attempts()),
                usual.calls());
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text);
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw (IllegalArgumentException) wrongUrl(text).initCause(e);
        }
        throw wrongUrl(text);
    }

    private static IllegalArgumentException wrongUrl(String text) {
        return Variables.wrong(ENDPOINT, text, "the URL of both services, such as http://127.0.0.1:4566");
    }
}
