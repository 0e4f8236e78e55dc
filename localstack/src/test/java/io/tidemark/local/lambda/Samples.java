package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.record.Bytes;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests and functions that tests begin from. */
public final class Samples {
    static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private Samples() {}

    static HttpRequest request(String method, String target, Map<String, List<String>> headers, Bytes body) {
        return new HttpRequest(method, RequestTarget.of(target), "HTTP/1.1", "127.0.0.9", new TreeMap<>(headers), body);
    }

    public static LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function(
            String name, RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) {
        return new LocalFunction<>(name, APIGatewayV2HTTPEvent.class, handler);
    }

    public static APIGatewayV2HTTPResponse response(int status, String body) {
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(status)
                .withBody(body)
                .build();
    }
}
