package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.functions.http.Carried;
import io.tidemark.functions.http.Limits;

/**
 * Lambda's limit on what goes into a function and what comes out. An event is JSON: a text body travels with its
 * quotes escaped, a binary one as base64.
 */
public final class LambdaPayload {
    /** Of a body as it travels, in both directions. */
    public static final int LIMIT_BYTES = Limits.MAX_CARRIED_BYTES;

    /** A byte grows to six at most, when it is escaped. */
    private static final int SURELY_ADMITTED_BYTES = LIMIT_BYTES / 6;

    public static final String TOO_LARGE = "The body is above the limit of 6 MB that Lambda takes, "
            + Limits.MAX_BINARY_BYTES + " bytes if it is binary: send it in several requests.";

    private LambdaPayload() {}

    public static boolean admits(HttpRequest request) {
        return GatewayEvents.text(request).isPresent()
                ? Carried.sizeOf(request.body().toByteArray()) <= LIMIT_BYTES
                : request.body().size() <= Limits.MAX_BINARY_BYTES;
    }

    /** @param reply what the response was made into: its bytes are counted without another copy where they are few */
    static boolean admits(APIGatewayV2HTTPResponse response, HttpReply reply) {
        int bytes = reply.body().size();
        if (response.getIsBase64Encoded()) {
            return bytes <= Limits.MAX_BINARY_BYTES;
        }
        return bytes <= SURELY_ADMITTED_BYTES || Carried.sizeOf(reply.body().toByteArray()) <= LIMIT_BYTES;
    }
}
