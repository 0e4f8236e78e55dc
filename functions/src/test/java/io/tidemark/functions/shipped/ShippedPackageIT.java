package io.tidemark.functions.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.shipped.RuntimeApi.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.store.StoredObject;
import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.aws.OnEndpoint;
import io.tidemark.store.aws.TestEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The package as it is shipped, each handler in a process of its own, on one table and bucket. */
@OnEndpoint
class ShippedPackageIT {
    private static final String TOPICS = "/v3/clusters/shipped/topics";
    private static final String JSON = "application/json";
    private static final String OCTETS = "application/octet-stream";
    private static final List<String> HANDLERS =
            List.of("admin", "produce", "lookup", "fetch", "transactions", "maintenance");

    private static final String FROM_SNAPSHOT = "produce";

    private static final Map<String, ShippedFunction> FUNCTIONS = new TreeMap<>();
    private static ShippedPackage shipped;
    private static AwsSettings stores;

    @BeforeAll
    static void start() throws IOException {
        shipped = ShippedPackage.unpack(Path.of("target"), "shipped");
        stores = TestEndpoint.newStores();
        for (String handler : HANDLERS) {
            Map<String, String> environment = new TreeMap<>(environment(handler));
            if (handler.equals(FROM_SNAPSHOT)) {
                environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
            }
            FUNCTIONS.put(handler, ShippedFunction.start(shipped, ShippedFunction.HANDLER, environment));
        }
        for (ShippedFunction function : FUNCTIONS.values()) {
            assertThat(function.started())
                    .as(() -> String.join("\n", function.lines()))
                    .isEqualTo(new Answer(true, ""));
        }
    }

    @AfterAll
    static void stop() {
        FUNCTIONS.values().forEach(ShippedFunction::close);
    }

    @Test
    void recordsAreProducedLookedUpAndFetched() {
        create("orders", "{}");

        JsonNode records = ApiEvent.post(TOPICS + "/orders/records", """
                {"partition_id":0,"timestamp":1000,"value":{"type":"STRING","data":"first"}}
                {"partition_id":0,"timestamp":2000,"value":{"type":"STRING","data":"second"}}
                """);
        assertThat(body(call("produce", records, 200)).path("offset").longValue())
                .isZero();

        JsonNode at = ApiEvent.get(TOPICS + "/orders/partitions/0/offset?offset_type=timestamp&timestamp=1001", JSON);
        assertThat(body(call("lookup", at, 200)).path("offset").longValue()).isOne();

        JsonNode from = ApiEvent.get(TOPICS + "/orders/partitions/0/records?offset=1&value_format=string", JSON);
        JsonNode fetched = body(call("fetch", from, 200));
        assertThat(fetched.path("next_offset").longValue()).isEqualTo(2);
        assertThat(fetched.at("/data/0/value/data").textValue()).isEqualTo("second");
    }

    @Test
    void aTransactionIsReadOnceItIsCommitted() {
        create("payments", "{}");
        JsonNode producer = body(call(
                "transactions",
                ApiEvent.post("/v3/clusters/shipped/producers", "{\"transactional_id\":\"pay\"}"),
                200));
        String ids = "\"producer_id\":" + producer.path("producer_id") + ",\"producer_epoch\":"
                + producer.path("producer_epoch");
        String value = "\"value\":{\"type\":\"STRING\",\"data\":\"paid\"}";
        call(
                "produce",
                ApiEvent.post(
                        TOPICS + "/payments/records",
                        "{\"partition_id\":0,\"transactional_id\":\"pay\",\"base_sequence\":0," + ids + "," + value
                                + "}"),
                200);
        JsonNode committed =
                ApiEvent.get(TOPICS + "/payments/partitions/0/records?offset=0&isolation_level=read_committed", JSON);
        assertThat(body(call("fetch", committed, 200)).path("data")).isEmpty();

        call(
                "transactions",
                ApiEvent.post("/v3/clusters/shipped/transactions/pay:end", "{\"committed\":true," + ids + "}"),
                200);

        assertThat(body(call("fetch", committed, 200)).path("data")).hasSize(1);
    }

    @Test
    void aRawBatchNearTheLimitComesBackAsItWent() {
        create("large", "{\"name\":\"max.message.bytes\",\"value\":\"4500000\"}");
        byte[] batch = batch(4_490_000);

        JsonNode produced = body(call("produce", ApiEvent.post(TOPICS + "/large/partitions/0/records", batch), 200));
        assertThat(produced.path("base_offset").longValue()).isZero();

        JsonNode fetch = ApiEvent.get(TOPICS + "/large/partitions/0/records?offset=0&max_bytes=2147483647", OCTETS);
        JsonNode answer = call("fetch", fetch, 200);
        assertThat(answer.path("isBase64Encoded").booleanValue()).isTrue();
        assertThat(pastTheEpoch(Base64.getDecoder().decode(answer.path("body").textValue())))
                .isEqualTo(pastTheEpoch(batch));
        assertThat(answer.toString()).hasSizeBetween(5_900_000, 6 * 1024 * 1024);
    }

    @Test
    void aRequestAboveTheLimitIsToldWhatToDo() {
        JsonNode body = body(call("produce", ApiEvent.post(TOPICS + "/large/records", " ".repeat(6_000_001)), 413));
        assertThat(body.path("message").textValue()).contains("6000000 bytes").contains("several requests");
    }

    @Test
    void withTooLittleTimeLeftNothingIsStored() {
        create("late", "{}");
        String records = "{\"partition_id\":0,\"value\":{\"type\":\"STRING\",\"data\":\"x\"}}";
        JsonNode event = ApiEvent.post(TOPICS + "/late/records", records);

        Answer late = function("produce").invoke(event.toString(), Duration.ofSeconds(20));

        JsonNode response = Json.read(late.body());
        assertThat(response.path("statusCode").intValue()).isEqualTo(503);
        assertThat(body(response).path("kafka_error").textValue()).isEqualTo("REQUEST_TIMED_OUT");
        JsonNode latest = ApiEvent.get(TOPICS + "/late/partitions/0/offset?offset_type=latest", JSON);
        assertThat(body(call("lookup", latest, 200)).path("offset").longValue()).isZero();
    }

    @Test
    void aCallIsToldInOneLineOfMetrics() throws InterruptedException {
        create("measured", "{}");
        byte[] batch = batch(1_000);

        call("produce", ApiEvent.post(TOPICS + "/measured/partitions/0/records", batch), 200);
        call("produce", ApiEvent.post(TOPICS + "/measured/partitions/7/records", batch), 404);

        List<JsonNode> lines = linesAbout("produce", "measured", 2);
        assertThat(lines).hasSize(2);
        JsonNode stored = lines.get(0);
        assertThat(stored.at("/_aws/CloudWatchMetrics/0/Namespace").textValue()).isEqualTo("Tidemark");
        assertThat(stored.path("FunctionName").textValue()).isEqualTo("shipped-produce");
        assertThat(stored.path("operation").textValue()).isEqualTo("produceBatch");
        assertThat(stored.path("partition").intValue()).isZero();
        assertThat(stored.path("Requests").intValue()).isOne();
        assertThat(stored.path("Records").intValue()).isOne();
        assertThat(stored.path("BytesIn").intValue()).isEqualTo(batch.length);
        assertThat(stored.path("WriteUnits").intValue())
                .as("head and due entry")
                .isEqualTo(2);
        assertThat(stored.path("ObjectWrites").intValue()).isOne();
        assertThat(stored.path("SealLag").intValue()).isOne();
        assertThat(lines.get(1).path("Errors.UNKNOWN_TOPIC_OR_PARTITION").intValue())
                .isOne();
    }

    @Test
    void aFaultIsLoggedInOneLineThatNamesTheCall() throws InterruptedException {
        create("gone", "{}");
        try (AwsStores opened = TestEndpoint.open(stores)) {
            Set<String> others = objects(opened);
            call("produce", ApiEvent.post(TOPICS + "/gone/partitions/0/records", batch(10)), 200);
            List<String> own = objects(opened).stream()
                    .filter(key -> !others.contains(key))
                    .toList();
            opened.objects().delete(own);
        }

        call("fetch", ApiEvent.get(TOPICS + "/gone/partitions/0/records?offset=0", JSON), 503);

        List<JsonNode> lines = linesAbout("fetch", "gone", 1);
        JsonNode fault = lines.get(0);
        assertThat(fault.path("level").textValue()).isIn("WARN", "ERROR");
        assertThat(fault.path("logger").textValue()).startsWith("io.tidemark.");
        assertThat(fault.path("partition").intValue()).isZero();
        assertThat(fault.path("request_id").textValue()).startsWith("invocation-");
        assertThat(fault.path("cold_start").isBoolean()).isTrue();
        assertThat(lines.get(lines.size() - 1)
                        .path("Errors.KAFKA_STORAGE_ERROR")
                        .intValue())
                .isOne();
    }

    @Test
    void aFunctionIsPrimedBeforeASnapshotAndServesAfterTheRestore() throws InterruptedException {
        ShippedFunction function = function(FROM_SNAPSHOT);
        assertThat(function.restores()).isOne();
        assertThat(function.lines(line -> line.contains("\"primed for a snapshot\""), 1))
                .anyMatch(line -> line.contains("\"primed for a snapshot\""));
    }

    @Test
    void whatIsNoRequestIsRefusedAndTheNextIsAnswered() {
        for (String event : List.of("{\"version\":\"2.0\"}", "null")) {
            assertThat(call("admin", Json.read(event), 400).path("body").textValue())
                    .contains("payload format 2.0");
        }
        assertThat(function("admin")
                        .invoke("[\"no\", \"object\"]", ShippedFunction.USUAL_TIME)
                        .succeeded())
                .isFalse();
        call("admin", ApiEvent.get("/v3/clusters", JSON), 200);
    }

    @Test
    void maintenanceTakesTheRulesEnvelopeAndTheSchedulersOwnJson() {
        for (String event : List.of(
                "{\"version\":\"0\",\"id\":\"1\",\"detail-type\":\"Scheduled Event\",\"source\":\"aws.events\","
                        + "\"time\":\"2026-01-01T00:00:00Z\",\"resources\":[\"arn:aws:events:rule\"],\"detail\":{}}",
                "{\"source\":\"tidemark.schedule\"}",
                "null",
                "{}")) {
            Answer answer = function("maintenance").invoke(event, Duration.ofMinutes(10));
            assertThat(answer.succeeded()).as(answer.body()).isTrue();
            assertThat(Json.read(answer.body()).path("failed")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TIDEMARK_TABLE | t t | is \\\"t t\\\": set it to a table's name",
                "QUARKUS_LAMBDA_HANDLER | prodce | is \\\"prodce\\\": set it to one of produce, fetch, lookup",
                "QUARKUS_LAMBDA_HANDLER | '' | is not set: set it to one of produce, fetch, lookup",
                "AWS_REGION | '' | is not set: set it to the region of table and bucket",
                "AWS_REGION | eu central | is \\\"eu central\\\": set it to the region of table and bucket",
            })
    void aWrongSettingIsNamedWhenTheFunctionStarts(String variable, String value, String told)
            throws IOException, InterruptedException {
        Map<String, String> environment = new TreeMap<>(environment("fetch"));
        environment.put(variable, value);
        try (ShippedFunction function = ShippedFunction.start(shipped, ShippedFunction.HANDLER, environment)) {
            assertThat(function.started().succeeded()).isFalse();
            String line = "\"message\":\"the function does not start, reason=The environment variable " + variable + " "
                    + told;
            assertThat(function.lines(each -> each.contains(line), 1)).anyMatch(each -> each.contains(line));
        }
    }

    private static Map<String, String> environment(String handler) {
        return Map.ofEntries(
                Map.entry("QUARKUS_LAMBDA_HANDLER", handler),
                Map.entry("AWS_LAMBDA_FUNCTION_NAME", "shipped-" + handler),
                Map.entry("TIDEMARK_STORE", "aws"),
                Map.entry("TIDEMARK_TABLE", stores.table()),
                Map.entry("TIDEMARK_BUCKET", stores.bucket()),
                Map.entry("TIDEMARK_ENDPOINT", stores.endpoint().orElseThrow().toString()),
                Map.entry("TIDEMARK_CLUSTER_ID", "shipped"),
                Map.entry("TIDEMARK_STORE_ATTEMPT_MS", "20000"),
                Map.entry("TIDEMARK_STORE_CALL_MS", "60000"),
                Map.entry("TIDEMARK_METRICS_NAMESPACE", "Tidemark"));
    }

    private static void create(String topic, String config) {
        String configs = config.equals("{}") ? "" : ",\"configs\":[" + config + "]";
        String body = "{\"topic_name\":\"" + topic + "\",\"partitions_count\":1" + configs + "}";
        call("admin", ApiEvent.post(TOPICS, body), 201);
    }

    /** One batch of about this size, of bytes that do not compress. */
    private static byte[] batch(int sizeBytes) {
        byte[] value = new byte[sizeBytes];
        new Random(7).nextBytes(value);
        NewRecord record = new NewRecord(1_000, Optional.empty(), Optional.of(Bytes.wrap(value)), List.of());
        return BatchWriter.write(List.of(record), Codec.UNCOMPRESSED, Optional.empty(), false)
                .toByteArray();
    }

    /** Everything that the checksum covers, and it; base offset and leader epoch before it are the log's. */
    private static String pastTheEpoch(byte[] batch) {
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(batch, 16, batch.length));
    }

    private static JsonNode call(String handler, JsonNode event, int status) {
        Answer answer = function(handler).invoke(event);
        assertThat(answer.succeeded()).as(answer.body()).isTrue();
        JsonNode response = Json.read(answer.body());
        assertThat(response.path("statusCode").intValue())
                .as(() -> response.toString())
                .isEqualTo(status);
        return response;
    }

    /** Lines of a function's log about a topic that was called for so often; all of its lines are JSON. */
    private static List<JsonNode> linesAbout(String handler, String topic, int calls) throws InterruptedException {
        return function(handler)
                .lines(line -> line.contains("\"_aws\"") && line.contains("\"topic\":\"" + topic + "\""), calls)
                .stream()
                .filter(line -> !line.startsWith("WARNING: ")) // the JVM's own
                .map(Json::read)
                .filter(line -> line.path("topic").asText().equals(topic))
                .toList();
    }

    private static Set<String> objects(AwsStores opened) {
        return opened.objects().list("data/", "", 1_000).stream()
                .map(StoredObject::key)
                .collect(Collectors.toSet());
    }

    private static JsonNode body(JsonNode response) {
        return Json.readSeveral(response.path("body").textValue(), 100).get(0);
    }

    private static ShippedFunction function(String handler) {
        return Optional.ofNullable(FUNCTIONS.get(handler)).orElseThrow();
    }
}
