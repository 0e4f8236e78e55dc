package io.tidemark.local.lambda;

import io.tidemark.record.Bytes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A whole HTTP answer.
 *
 * @param headers with their values, each sent as a line of its own
 */
public record HttpReply(int status, Map<String, List<String>> headers, Bytes body) {

    public HttpReply {
        headers = Map.copyOf(headers);
    }

    public static HttpReply empty(int status) {
        return new HttpReply(status, Map.of(), Bytes.EMPTY);
    }

    public static HttpReply json(int status, Bytes body) {
        return new HttpReply(status, Map.of("Content-Type", List.of("application/json")), body);
    }

    /** The error body of the HTTP contract; the status leads the code. */
    public static HttpReply error(int status, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error_code", status * 100);
        body.put("message", message);
        return json(status, Json.write(body));
    }

    public HttpReply with(String name, String value) {
        Map<String, List<String>> more = new TreeMap<>(headers);
        more.put(name, List.of(value));
        return new HttpReply(status, more, body);
    }
}
