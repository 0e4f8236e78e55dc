package io.tidemark.local.lambda;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Path and query of a request as the client sent them: {@code %2F}, {@code ..} and double slashes stay, since a topic
 * or a transactional id may hold them.
 *
 * @param rawPath percent-encoded, begins with a slash
 * @param rawQuery percent-encoded, without the question mark; may be empty
 */
public record RequestTarget(String rawPath, String rawQuery) {

    /** Reads the target of a request line; one in absolute form loses its scheme and authority. */
    public static RequestTarget of(String text) {
        String origin = ascii(text);
        if (!origin.startsWith("/")) {
            int authority = origin.indexOf("://");
            int path = authority < 0 ? -1 : origin.indexOf('/', authority + "://".length());
            origin = path < 0 ? "/" : origin.substring(path);
        }
        int fragment = origin.indexOf('#');
        String whole = fragment < 0 ? origin : origin.substring(0, fragment);
        int query = whole.indexOf('?');
        return query < 0
                ? new RequestTarget(whole, "")
                : new RequestTarget(whole.substring(0, query), whole.substring(query + 1));
    }

    /** Decoded query parameters; values of a repeated one are joined with commas, as API Gateway does. */
    public Map<String, String> queryParameters() {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : rawQuery.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            parameters.merge(formDecoded(name), formDecoded(value), (some, more) -> some + "," + more);
        }
        return parameters;
    }

    private static String formDecoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The HTTP server hands each byte of the request line over as one char; what is not ASCII gets encoded. */
    private static String ascii(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", c & 0xFF));
            }
        }
        return encoded.toString();
    }
}
