package io.tidemark.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Limits;
import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatewayTest {
    @Test
    void requestIdsOfContextEventAndReplyAreTheSame() {
        HttpReply reply = answer((event, context) -> Samples.response(
                200, context.getAwsRequestId() + " " + event.getRequestContext().getRequestId()));

        String id = reply.headers().getOrDefault("Apigw-Requestid", List.of()).get(0);
        assertThat(id).matches("[0-9a-f-]{36}");
        assertThat(reply.body().utf8()).isEqualTo(id + " " + id);
    }

    @Test
    void functionsHaveTheTimeThatLambdaGivesThem() {
        HttpReply reply = answer((event, context) ->
                Samples.response(200, context.getFunctionName() + " " + context.getRemainingTimeInMillis()));

        assertThat(reply.body().utf8()).isEqualTo("some 25000");
    }

    @Test
    void aFunctionThatThrowsIsAnInternalError() {
        HttpReply reply = answer((event, context) -> {
            throw new IllegalStateException("secret");
        });

        assertInternalError(reply);
    }

    @Test
    void anAnswerAboveLambdasLimitIsAnInternalError() {
        assertThat(answerOf(Limits.MAX_CARRIED_BYTES - 1).status()).isEqualTo(200);
        assertThat(answerOf(Limits.MAX_CARRIED_BYTES).status()).isEqualTo(200);
        assertInternalError(answerOf(Limits.MAX_CARRIED_BYTES + 1));
    }

    private static void assertInternalError(HttpReply reply) {
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.body().utf8()).isEqualTo("{\"error_code\":50000,\"message\":\"Internal Server Error\"}");
    }

    private static HttpReply answerOf(int bytes) {
        return answer((event, context) -> Samples.response(200, "x".repeat(bytes)));
    }

    private static HttpReply answer(RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) {
        Router router = (method, target) -> Samples.function("some", handler);
        return new Gateway(router, Samples.CLOCK, new Random(1))
                .answer(Samples.request("GET", "/", Map.of(), Bytes.EMPTY));
    }
}
