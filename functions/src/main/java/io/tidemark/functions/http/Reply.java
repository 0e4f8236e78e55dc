package io.tidemark.functions.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.route.MediaType;
import io.tidemark.record.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer.
 *
 * @param headers by lower-case name
 */
public record Reply(int status, Map<String, String> headers, MediaType type, Bytes body) {
    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply json(int status, JsonNode body) {
        return json(status, Bytes.wrap(Json.bytes(body)));
    }

    public static Reply json(int status, Bytes body) {
        return new Reply(status, Map.of(), MediaType.JSON, body);
    }

    public static Reply binary(Bytes body) {
        return new Reply(200, Map.of(), MediaType.OCTETS, body);
    }

    /** 204: done, and nothing to say. */
    public static Reply noContent() {
        return new Reply(204, Map.of(), MediaType.JSON, Bytes.EMPTY);
    }

    public Reply with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(headers);
        all.putAll(more);
        return new Reply(status, all, type, body);
    }

    /** API Gateway's payload 2.0: JSON travels as text, batches as base64. */
    APIGatewayV2HTTPResponse toEvent() {
        Map<String, String> all = new TreeMap<>(headers);
        APIGatewayV2HTTPResponse event = new APIGatewayV2HTTPResponse();
        event.setStatusCode(status);
        if (status != 204) {
            all.put("content-type", type.value());
            byte[] bytes = body.toByteArray();
            boolean binary = type == MediaType.OCTETS;
            event.setIsBase64Encoded(binary);
            event.setBody(
                    binary ? Base64.getEncoder().encodeToString(bytes) : new String(bytes, StandardCharsets.UTF_8));
        }
        event.setHeaders(all);
        return event;
    }

    /** The body's size, in bytes, in the function's answer. */
    long carriedBytes() {
        return type == MediaType.OCTETS ? (body.size() + 2L) / 3 * 4 : Carried.sizeOf(body.toByteArray());
    }
}
