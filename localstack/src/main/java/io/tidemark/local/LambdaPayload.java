package io.tidemark.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Carried;
import io.tidemark.functions.http.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Lambda's limit on what goes into a function and what comes out. An event is JSON: a text body travels with its
 * quotes escaped, a binary one as base64.
 */
final class LambdaPayload {
    /** Of a body as it travels, in both directions. */
    static final int LIMIT_BYTES = Limits.MAX_CARRIED_BYTES;

    static final String TOO_LARGE = "The body is above the limit of 6 MB that Lambda takes, " + Limits.MAX_BINARY_BYTES
            + " bytes if it is binary: send it in several requests.";

    private LambdaPayload() {}

    static boolean admits(HttpRequest request) {
        return GatewayEvents.text(request).isPresent()
                ? Carried.sizeOf(request.body().toByteArray()) <= LIMIT_BYTES
                : request.body().size() <= Limits.MAX_BINARY_BYTES;
    }

    static boolean admits(APIGatewayV2HTTPResponse response) {
        String body = Optional.ofNullable(response.getBody()).orElse("");
        return Carried.sizeOf(body.getBytes(StandardCharsets.UTF_8)) <= LIMIT_BYTES;
    }
}
