package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.record.Bytes;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What API Gateway makes of a function's response. */
final class GatewayReplies {
    private GatewayReplies() {}

    /**
     * Maps status, headers, cookies and body.
     *
     * @throws IllegalArgumentException where API Gateway would answer 500: no status, or a body that is no base64
     */
    static HttpReply reply(APIGatewayV2HTTPResponse response) {
        int status = response.getStatusCode();
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("status " + status);
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Optional.ofNullable(response.getMultiValueHeaders()).ifPresent(headers::putAll);
        Optional.ofNullable(response.getHeaders())
                .ifPresent(single -> single.forEach((name, value) -> headers.put(name, List.of(value))));
        Optional.ofNullable(response.getCookies())
                .filter(cookies -> !cookies.isEmpty())
                .ifPresent(cookies -> headers.put("Set-Cookie", cookies));
        Bytes body = body(response);
        if (!body.isEmpty()) {
            headers.putIfAbsent("Content-Type", List.of("text/plain;charset=UTF-8"));
        }
        return new HttpReply(status, headers, body);
    }

    private static Bytes body(APIGatewayV2HTTPResponse response) {
        String body = Optional.ofNullable(response.getBody()).orElse("");
        return response.getIsBase64Encoded() ? Bytes.wrap(Base64.getDecoder().decode(body)) : Bytes.utf8(body);
    }
}
