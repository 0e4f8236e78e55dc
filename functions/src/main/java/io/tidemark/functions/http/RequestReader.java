package io.tidemark.functions.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.invocation.Metric;
import io.tidemark.functions.route.MediaType;
import io.tidemark.functions.route.PathTemplate;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import io.tidemark.functions.route.Utf8;
import io.tidemark.record.Bytes;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads API Gateway's events, payload 2.0. */
final class RequestReader {
    /** API Gateway's name of the route that takes what no other one does. */
    private static final String DEFAULT_ROUTE = "$default";

    private RequestReader() {}

    /** A request and the route that it is for. */
    record Routed(Route route, Request request) {}

    /** @throws ProblemException 400, 404, 405, 406, 413 or 415 */
    static Routed read(APIGatewayV2HTTPEvent event, Invocation invocation) {
        String method = method(event);
        List<String> segments = segments(event);
        List<Route> atPath = Routes.at(segments);
        if (atPath.isEmpty()) {
            throw new ProblemException(new Problem(40404, "There is nothing at this path."));
        }
        Route route = atPath.stream()
                .filter(candidate -> candidate.method().equals(method))
                .findFirst()
                .orElseThrow(() -> new ProblemException(methodNotAllowed(method, atPath)));
        Map<String, String> path = route.path().match(segments).orElseThrow();
        invocation.isAbout(
                new Invocation.Subject(route.operationId(), shown(path, "topic_name"), shown(path, "partition_id")));
        Map<String, String> headers = headers(event);
        Bytes body = body(event, route, headers);
        invocation.add(Metric.BYTES_IN, body.size());
        return new Routed(
                route,
                new Request(
                        path,
                        Query.parse(
                                Optional.ofNullable(event.getRawQueryString()).orElse(""), route.queryParameters()),
                        headers,
                        body,
                        answerType(route, headers),
                        invocation));
    }

    /**
     * API Gateway decodes a path, and looks for its route and for the permission with what it finds: decoding it once
     * more could make another one of it. Where no route is named, as by a function's own URL, it is as it was sent.
     */
    private static List<String> segments(APIGatewayV2HTTPEvent event) {
        String path = Optional.ofNullable(event.getRawPath()).orElse("");
        String route = Optional.ofNullable(event.getRouteKey()).orElse(DEFAULT_ROUTE);
        if (!route.equals(DEFAULT_ROUTE)) {
            return PathTemplate.split(path);
        }
        return PathTemplate.segmentsOf(path)
                .orElseThrow(() -> ProblemException.badRequest(
                        "The path is badly encoded: a % needs two hex digits, and the bytes must be UTF-8."));
    }

    private static Optional<String> shown(Map<String, String> path, String variable) {
        return Optional.ofNullable(path.get(variable)).map(Shown::text);
    }

    private static String method(APIGatewayV2HTTPEvent event) {
        return Optional.ofNullable(event.getRequestContext())
                .map(APIGatewayV2HTTPEvent.RequestContext::getHttp)
                .map(APIGatewayV2HTTPEvent.RequestContext.Http::getMethod)
                .map(method -> method.toUpperCase(Locale.ROOT))
                .orElseThrow(() -> ProblemException.badRequest(
                        "The event has no requestContext.http.method: send API Gateway's payload format 2.0."));
    }

    private static Problem methodNotAllowed(String method, List<Route> atPath) {
        String allowed = atPath.stream().map(Route::method).sorted().collect(Collectors.joining(", "));
        return new Problem(
                40500,
                "This path has no method " + Shown.text(method) + ": it has " + allowed + ".",
                Optional.empty(),
                Map.of("allow", allowed));
    }

    private static Map<String, String> headers(APIGatewayV2HTTPEvent event) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Optional.ofNullable(event.getHeaders())
                .ifPresent(given -> given.forEach((name, value) -> {
                    if (value != null) {
                        headers.put(name, value);
                    }
                }));
        return headers;
    }

    private static MediaType answerType(Route route, Map<String, String> headers) {
        return Accept.choose(headers.getOrDefault("accept", "*/*"), route.produces())
                .orElseThrow(() -> new ProblemException(
                        new Problem(40600, "The answer can only be " + names(route.produces(), " or ") + ".")));
    }

    private static Bytes body(APIGatewayV2HTTPEvent event, Route route, Map<String, String> headers) {
        if (route.consumes().isEmpty()) {
            return Bytes.EMPTY;
        }
        String type = headers.getOrDefault("content-type", "");
        String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (route.consumes().stream().noneMatch(consumed -> consumed.value().equals(essence))) {
            throw new ProblemException(new Problem(
                    41500,
                    "The content type is \"" + Shown.text(type) + "\": send " + names(route.consumes(), " or ") + "."));
        }
        String encoding = headers.getOrDefault("content-encoding", "identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw new ProblemException(new Problem(
                    41500, "The content encoding is \"" + Shown.text(encoding) + "\": send the body as it is."));
        }
        return content(event);
    }

    private static Bytes content(APIGatewayV2HTTPEvent event) {
        String body = Optional.ofNullable(event.getBody()).orElse("");
        byte[] carried = Utf8.encode(body)
                .orElseThrow(() -> ProblemException.badRequest("The body holds half a surrogate pair."));
        if (carried.length > Limits.MAX_CARRIED_BYTES) {
            throw new ProblemException(new Problem(
                    41300,
                    "The body is too large: the limit is " + Limits.MAX_CARRIED_BYTES + " bytes of text or "
                            + Limits.MAX_BINARY_BYTES + " bytes of binary data. Send the records in several requests,"
                            + " or compressed, as a Kafka record batch."));
        }
        if (!event.getIsBase64Encoded()) {
            return Bytes.wrap(carried);
        }
        try {
            return Bytes.wrap(Base64.getDecoder().decode(carried));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest("The event's body is said to be base64 and is not.");
        }
    }

    private static String names(List<MediaType> types, String separator) {
        return types.stream().map(MediaType::value).collect(Collectors.joining(separator));
    }
}
