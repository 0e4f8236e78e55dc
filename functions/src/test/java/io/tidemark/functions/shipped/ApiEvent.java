package io.tidemark.functions.shipped;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Map;

/** What API Gateway sends for a request: payload format 2.0. */
final class ApiEvent {
    private ApiEvent() {}

    /** @param target path and query */
    static ObjectNode get(String target, String accept) {
        return event("GET", target, Map.of("accept", accept));
    }

    static ObjectNode delete(String target) {
        return event("DELETE", target, Map.of());
    }

    static ObjectNode post(String target, String json) {
        return event("POST", target, Map.of("content-type", "application/json")).put("body", json);
    }

    static ObjectNode post(String target, byte[] batch) {
        return event("POST", target, Map.of("content-type", "application/octet-stream"))
                .put("body", Base64.getEncoder().encodeToString(batch))
                .put("isBase64Encoded", true);
    }

    /** Without a body. */
    static ObjectNode event(String method, String target, Map<String, String> headers) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("version", "2.0").put("routeKey", "$default").put("rawPath", path);
        event.put("rawQueryString", question < 0 ? "" : target.substring(question + 1));
        ObjectNode sent = event.putObject("headers");
        headers.forEach(sent::put);
        event.putObject("requestContext")
                .put("accountId", "000000000000")
                .put("stage", "$default")
                .put("requestId", "gateway-request")
                .put("timeEpoch", 1_767_225_600_000L)
                .putObject("http")
                .put("method", method)
                .put("path", path)
                .put("protocol", "HTTP/1.1")
                .put("sourceIp", "192.0.2.1");
        return event.put("isBase64Encoded", false);
    }
}
