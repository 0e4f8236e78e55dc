package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InvokeCallTest {
    private static final String PATH = "/2015-03-31/functions/echo/invocations";

    private final InvokeCall call = new InvokeCall(
            List.of(
                    Samples.function("echo", (event, context) -> Samples.response(201, event.getRawPath())),
                    Samples.function("broken", (event, context) -> {
                        throw new IllegalStateException("no luck");
                    })),
            Samples.CLOCK,
            new Random(1));

    @Test
    void answersWithTheFunctionsOwnResponse() {
        HttpReply reply = post(PATH, Map.of(), "{\"rawPath\":\"/x\",\"unknown\":1}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body().utf8())
                .isEqualTo("{\"statusCode\":201,\"headers\":null,\"multiValueHeaders\":null,\"cookies\":null,"
                        + "\"body\":\"/x\",\"isBase64Encoded\":false}");
        assertThat(reply.headers()).containsEntry("X-Amz-Executed-Version", List.of("$LATEST"));
        assertThat(reply.headers()).containsKey("X-Amzn-RequestId").doesNotContainKey("X-Amz-Function-Error");
    }

    @Test
    void noBodyIsAnEmptyEvent() {
        assertThat(post(PATH, Map.of(), "").status()).isEqualTo(200);
    }

    @Test
    void anUnknownFunctionIsNotFound() {
        HttpReply reply = post("/2015-03-31/functions/other/invocations", Map.of(), "{}");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.body().utf8()).isEqualTo("{\"Type\":\"User\",\"Message\":\"Function not found: other\"}");
        assertThat(reply.headers()).containsEntry("X-Amzn-ErrorType", List.of("ResourceNotFoundException"));
    }

    @Test
    void aFunctionThatThrowsIsNamedInTheHeaderAndTheBody() {
        HttpReply reply = post("/2015-03-31/functions/broken/invocations", Map.of(), "{}");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers()).containsEntry("X-Amz-Function-Error", List.of("Unhandled"));
        assertThat(reply.body().utf8())
                .startsWith("{\"errorMessage\":\"no luck\",\"errorType\":\"java.lang.IllegalStateException\",");
    }

    @Test
    void anEventThatIsNoJsonIsRefused() {
        assertRefused(400, "InvalidRequestContentException", post(PATH, Map.of(), "{"));
        assertRefused(400, "InvalidRequestContentException", post(PATH, Map.of(), "[]"));
        assertRefused(400, "InvalidRequestContentException", post(PATH, Map.of(), "{} {}"));
        assertRefused(400, "InvalidRequestContentException", post(PATH, Map.of(), "null"));
    }

    @Test
    void invocationTypesAreLambdas() {
        assertThat(post(PATH, Map.of("x-amz-invocation-type", List.of("DryRun")), "{}")
                        .status())
                .isEqualTo(204);
        assertThat(post(PATH, Map.of("x-amz-invocation-type", List.of("Event")), "{}")
                        .status())
                .isEqualTo(202);
        assertRefused(
                400,
                "InvalidParameterValueException",
                post(PATH, Map.of("x-amz-invocation-type", List.of("Later")), "{}"));
    }

    @Test
    void onlyPostInvokes() {
        HttpReply reply = answer("GET", PATH, Map.of(), "").orElseThrow();

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.headers()).containsEntry("Allow", List.of("POST"));
    }

    @Test
    void otherPathsAreNotItsOwn() {
        assertThat(answer("POST", "/v3/clusters", Map.of(), "{}")).isEmpty();
        assertThat(answer("POST", "/2015-03-31/functions/a/b/invocations", Map.of(), "{}"))
                .isEmpty();
    }

    private static void assertRefused(int status, String type, HttpReply reply) {
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.headers()).containsEntry("X-Amzn-ErrorType", List.of(type));
    }

    private HttpReply post(String path, Map<String, List<String>> headers, String body) {
        return answer("POST", path, headers, body).orElseThrow();
    }

    private Optional<HttpReply> answer(String method, String path, Map<String, List<String>> headers, String body) {
        return call.answer(Samples.request(method, path, headers, Bytes.utf8(body)));
    }
}
