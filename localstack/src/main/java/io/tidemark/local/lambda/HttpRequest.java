package io.tidemark.local.lambda;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A whole HTTP request.
 *
 * @param method as sent
 * @param target path and query, as sent
 * @param protocol such as HTTP/1.1
 * @param sourceIp of the client
 * @param headers by lower-case name, each with its values in order
 * @param body at most {@link LambdaPayload#LIMIT_BYTES}
 */
public record HttpRequest(
        String method,
        RequestTarget target,
        String protocol,
        String sourceIp,
        SortedMap<String, List<String>> headers,
        Bytes body) {

    /** Takes headers with names in any case. */
    public static SortedMap<String, List<String>> lowerCased(Map<String, List<String>> headers) {
        SortedMap<String, List<String>> lowerCased = new TreeMap<>();
        headers.forEach((name, values) -> lowerCased.merge(
                name.toLowerCase(Locale.ROOT),
                List.copyOf(values),
                (some, more) -> Stream.concat(some.stream(), more.stream()).toList()));
        return lowerCased;
    }

    /** The first value. */
    public Optional<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
    }
}
