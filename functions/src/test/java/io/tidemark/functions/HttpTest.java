package io.tidemark.functions;

import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.Surface.Answered;
import io.tidemark.functions.http.Dispatcher;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Operation;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.invocation.Invocations;
import io.tidemark.functions.invocation.Observer;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.record.Bytes;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HttpTest {
    private static final String FETCH = TOPICS + "/t/partitions/0/records?offset=0";

    private final Surface surface = new Surface();

    @ParameterizedTest
    @CsvSource({"/", "/v3", "/v3/clusters/test/topics/t/nothing", "/v2/topics", "''", "//", "/v3/clusters/"})
    void anUnknownPathIsNotFound(String path) {
        Answered answered = surface.get(path);
        assertThat(answered.status()).isEqualTo(404);
        assertThat(answered.json().path("error_code").intValue()).isEqualTo(40404);
    }

    @Test
    void aMethodThatAPathHasNotIsToldWhichItHas() {
        Answered answered = surface.send("PATCH", TOPICS + "/t/partitions/0/records", Map.of(), "");
        assertThat(answered.status()).isEqualTo(405);
        assertThat(answered.headers()).containsEntry("allow", "GET, POST");
    }

    @ParameterizedTest
    @CsvSource({"%", "%2", "%zz", "%FF"})
    void aBadlyEncodedPathIsRefused(String segment) {
        assertThat(surface.get(TOPICS + "/" + segment).status()).isEqualTo(400);
    }

    @Test
    void anEncodedPathIsDecoded() {
        surface.post(TOPICS, "{\"topic_name\":\"a.b\"}");
        assertThat(surface.get("/v3/%63lusters/test/topics/a%2Eb").status()).isEqualTo(200);
        assertThat(surface.post(TOPICS + "/a.b/records%3Abatch", "{\"entries\":[{\"id\":\"1\"}]}")
                        .status())
                .isEqualTo(207);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,201",
        "application/json; charset=utf-8,201",
        "Application/JSON,201",
        "text/plain,415",
        "application/octet-stream,415",
        "'',415",
    })
    void theContentTypeMatters(String type, int status) {
        Answered answered = surface.send("POST", TOPICS, Map.of("Content-Type", type), "{\"topic_name\":\"t\"}");
        assertThat(answered.status()).isEqualTo(status);
    }

    @Test
    void aCompressedBodyIsRefused() {
        Map<String, String> headers = Map.of("content-type", "application/json", "content-encoding", "gzip");
        Answered answered = surface.send("POST", TOPICS, headers, "x");
        assertThat(answered.status()).isEqualTo(415);
        assertThat(answered.json().path("message").textValue()).contains("\"gzip\": send the body as it is");
    }

    @Test
    void anAnswerThatIsNotWantedIsNotMade() {
        Answered answered = surface.send("GET", FETCH, Map.of("accept", "text/html"), "");
        assertThat(answered.status()).isEqualTo(406);
        assertThat(answered.json().path("message").textValue())
                .isEqualTo("The answer can only be application/json or application/octet-stream.");
    }

    @Test
    void anErrorIsJsonWhateverIsAccepted() {
        Answered answered = surface.send("GET", FETCH, Map.of("accept", "application/octet-stream"), "");
        assertThat(answered.status()).isEqualTo(404);
        assertThat(answered.type()).isEqualTo("application/json");
    }

    @Test
    void aBodyMayComeInBase64() {
        Map<String, String> json = Map.of("content-type", "application/json");
        byte[] body = "{\"topic_name\":\"t\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(surface.sendBinary("POST", TOPICS, json, body).status()).isEqualTo(201);
        assertThat(surface.sendBinary("POST", TOPICS, json, new byte[] {(byte) 0xff})
                        .json()
                        .path("message")
                        .textValue())
                .isEqualTo("The body is not valid UTF-8.");
        assertThat(surface.answer(Surface.event("POST", TOPICS, json, "?", true))
                        .status())
                .isEqualTo(400);
        assertThat(surface.send("POST", TOPICS, json, "\"\ud800\"").status()).isEqualTo(400);
    }

    @Test
    void anEventWithoutAMethodIsRefused() {
        APIGatewayV2HTTPResponse response =
                answer(dispatcher(request -> Reply.noContent()), new APIGatewayV2HTTPEvent());
        assertThat(response.getStatusCode()).isEqualTo(400);
        assertThat(response.getBody()).contains("payload format 2.0");
    }

    @Test
    void aFunctionAnswersOnlyItsOwnRoutes() {
        APIGatewayV2HTTPResponse response = answer(
                dispatcher(request -> Reply.noContent()), Surface.event("GET", "/v3/clusters", Map.of(), "", false));
        assertThat(response.getStatusCode()).isEqualTo(404);
        assertThat(response.getBody()).contains("The function fetch does not answer this path: admin does.");
    }

    @Test
    void anUnexpectedErrorIsLoggedUnderAnIdAndTellsNothingElse() {
        APIGatewayV2HTTPResponse response = failing(new IllegalStateException("secret"));
        assertThat(response.getStatusCode()).isEqualTo(500);
        assertThat(response.getBody())
                .isEqualTo("{\"error_code\":50000,\"message\":\"Unexpected error. It was logged with request id"
                        + " request-1.\"}");
    }

    @ParameterizedTest
    @EnumSource
    void anOutageIsWorthARetryAndSaysOfWhatKindItIs(StoreUnavailableException.Kind kind) {
        APIGatewayV2HTTPResponse response =
                failing(new StoreUnavailableException(StoreUnavailableException.Effect.NONE, kind, "secret"));
        assertThat(response.getStatusCode()).isEqualTo(503);
        assertThat(response.getHeaders()).containsEntry("retry-after", "1");
        assertThat(response.getBody())
                .contains("\"KAFKA_STORAGE_ERROR\"", kind.advice())
                .doesNotContain("secret");
    }

    @Test
    void aRequestWithTooLittleTimeLeftIsNotBegun() {
        surface.leave(Duration.ofMillis(5_999));
        Answered late = surface.post(TOPICS, "{\"topic_name\":\"t\"}");
        assertThat(late.status()).isEqualTo(503);
        assertThat(late.headers()).containsEntry("retry-after", "1");
        assertThat(late.json().path("kafka_error").textValue()).isEqualTo("REQUEST_TIMED_OUT");

        surface.leave(Duration.ofSeconds(6));
        assertThat(surface.get(TOPICS + "/t").status()).isEqualTo(404);
        assertThat(surface.post(TOPICS, "{\"topic_name\":\"t\"}").status()).isEqualTo(201);
    }

    @Test
    void aDamagedBatchKeepsKafkasName() {
        APIGatewayV2HTTPResponse response = failing(new CorruptBatchException(KafkaError.CORRUPT_MESSAGE, "CRC at 5"));
        assertThat(response.getStatusCode()).isEqualTo(503);
        assertThat(Json.read(response.getBody()).path("kafka_error").textValue())
                .isEqualTo("CORRUPT_MESSAGE");
    }

    @ParameterizedTest
    @CsvSource({"4499999,200", "4500000,200", "4500001,500"})
    void anAnswerThatCannotBeCarriedIsNotSent(int size, int status) {
        APIGatewayV2HTTPResponse response =
                answer(dispatcher(request -> Reply.binary(Bytes.wrap(new byte[size]))), fetchEvent());
        assertThat(response.getStatusCode()).isEqualTo(status);
    }

    @Test
    void aFunctionHasAnOperationForEachOfItsRoutes() {
        assertThatThrownBy(() -> new Dispatcher(LambdaFunction.FETCH, "test", Map.of()))
                .hasMessageContaining("fetchRecords");
    }

    private static APIGatewayV2HTTPResponse failing(RuntimeException failure) {
        Dispatcher dispatcher = dispatcher(request -> {
            throw failure;
        });
        return answer(dispatcher, fetchEvent());
    }

    private static APIGatewayV2HTTPResponse answer(Dispatcher dispatcher, APIGatewayV2HTTPEvent event) {
        return new Invocations(Clock.systemUTC(), Duration.ofSeconds(6), Observer.NONE)
                .run("fetch", FixedContext.with(Duration.ofSeconds(25)), call -> dispatcher.answer(event, call));
    }

    private static Dispatcher dispatcher(Operation fetch) {
        return new Dispatcher(LambdaFunction.FETCH, "test", Map.of("fetchRecords", fetch));
    }

    private static APIGatewayV2HTTPEvent fetchEvent() {
        return Surface.event("GET", FETCH, Map.of(), "", false);
    }
}
