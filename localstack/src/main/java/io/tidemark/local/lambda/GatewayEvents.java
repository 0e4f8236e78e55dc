package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The event of a request, as an API Gateway HTTP API sends it (payload format 2.0), but without a route: so its path is
 * as the client sent it, where API Gateway would decode it and not every transactional id could stand in it.
 */
final class GatewayEvents {
    private static final String NO_ROUTE = "$default";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private GatewayEvents() {}

    /** What API Gateway leaves out, such as parameters or a body where there are none, is null here too. */
    static APIGatewayV2HTTPEvent event(HttpRequest request, String requestId, Instant receivedAt) {
        APIGatewayV2HTTPEvent event = APIGatewayV2HTTPEvent.builder()
                .withVersion("2.0")
                .withRouteKey(NO_ROUTE)
                .withRawPath(request.target().rawPath())
                .withRawQueryString(request.target().rawQuery())
                .withHeaders(joined(request.headers()))
                .withRequestContext(context(request, requestId, receivedAt))
                .build();
        cookies(request).ifPresent(event::setCookies);
        present(request.target().queryParameters()).ifPresent(event::setQueryStringParameters);
        if (!request.body().isEmpty()) {
            Optional<String> text = text(request);
            event.setIsBase64Encoded(text.isEmpty());
            event.setBody(text.orElseGet(
                    () -> Base64.getEncoder().encodeToString(request.body().toByteArray())));
        }
        return event;
    }

    private static Optional<Map<String, String>> present(Map<String, String> parameters) {
        return Optional.of(parameters).filter(all -> !all.isEmpty());
    }

    private static Map<String, String> joined(Map<String, List<String>> headers) {
        Map<String, String> joined = new TreeMap<>();
        headers.forEach((name, values) -> {
            if (!name.equals("cookie")) {
                joined.put(name, String.join(",", values));
            }
        });
        return joined;
    }

    private static Optional<List<String>> cookies(HttpRequest request) {
        return Optional.ofNullable(request.headers().get("cookie"))
                .map(lines -> lines.stream()
                        .flatMap(line -> Stream.of(line.split(";", -1)))
                        .map(String::strip)
                        .filter(cookie -> !cookie.isEmpty())
                        .toList());
    }

    /**
     * The body as text, if it is a text's content type and UTF-8. Anything else travels as base64, so that no byte
     * of it changes.
     */
    static Optional<String> text(HttpRequest request) {
        boolean textual =
                request.header("content-type").map(GatewayEvents::isText).orElse(true)
                        && request.header("content-encoding").isEmpty();
        if (!textual) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(request.body().asByteBuffer())
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isText(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.endsWith("+json")
                || type.equals("application/javascript")
                || type.equals("application/xml");
    }

    private static APIGatewayV2HTTPEvent.RequestContext context(
            HttpRequest request, String requestId, Instant receivedAt) {
        String host = request.header("host").orElse("localhost");
        return APIGatewayV2HTTPEvent.RequestContext.builder()
                .withAccountId("000000000000")
                .withApiId("local")
                .withDomainName(host)
                .withDomainPrefix(Stream.of(host.split("[.:]", 2)).findFirst().orElse(host))
                .withHttp(APIGatewayV2HTTPEvent.RequestContext.Http.builder()
                        .withMethod(request.method())
                        .withPath(request.target().rawPath())
                        .withProtocol(request.protocol())
                        .withSourceIp(request.sourceIp())
                        .withUserAgent(request.header("user-agent").orElse(""))
                        .build())
                .withRequestId(requestId)
                .withRouteKey(NO_ROUTE)
                .withStage("$default")
                .withTime(TIME.format(receivedAt))
                .withTimeEpoch(receivedAt.toEpochMilli())
                .build();
    }
}
