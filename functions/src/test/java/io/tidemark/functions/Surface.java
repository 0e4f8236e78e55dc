package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.Tidemark;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.route.LambdaFunction;
import io.tidemark.functions.route.MediaType;
import io.tidemark.functions.route.PathTemplate;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import io.tidemark.record.Bytes;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * The whole surface over a log in memory. Every answer, and every request that succeeded, is held against the API
 * description.
 */
final class Surface {
    static final String CLUSTER = "test";
    static final String TOPICS = "/v3/clusters/" + CLUSTER + "/topics";
    static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private static final OpenApi DESCRIPTION = new OpenApi();

    private final Tidemark tidemark;
    private Duration left = Duration.ofSeconds(25);
    private final Map<LambdaFunction, RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> handlers;

    /** An answer as a client sees it. */
    record Answered(int status, Map<String, String> headers, Bytes body) {

        JsonNode json() {
            return Json.read(text());
        }

        /** JSON values one after another. */
        List<JsonNode> values() {
            return Json.readSeveral(text(), Integer.MAX_VALUE);
        }

        String text() {
            return body.utf8();
        }

        String type() {
            return headers.getOrDefault("content-type", "");
        }
    }

    Surface() {
        this(new Random(1));
    }

    Surface(Random random) {
        EmbeddedStore store = EmbeddedStore.inMemory();
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Environment environment = new Environment(clock, random, Surface::pause, Runnable::run);
        tidemark = new Tidemark(store.objects(), store.items(), environment);
        Service service = new Service(tidemark, CLUSTER, clock);
        handlers = Map.of(
                LambdaFunction.PRODUCE, new ProduceHandler(service),
                LambdaFunction.FETCH, new FetchHandler(service),
                LambdaFunction.LOOKUP, new LookupHandler(service),
                LambdaFunction.ADMIN, new AdminHandler(service),
                LambdaFunction.TRANSACTIONS, new TransactionsHandler(service));
    }

    /** The time that calls have from now on. */
    void leave(Duration time) {
        left = time;
    }

    Tidemark tidemark() {
        return tidemark;
    }

    Answered get(String target) {
        return send("GET", target, Map.of(), "");
    }

    Answered post(String target, String json) {
        return send("POST", target, Map.of("content-type", "application/json"), json);
    }

    /** @param target path and query */
    Answered send(String method, String target, Map<String, String> headers, String body) {
        return answer(event(method, target, headers, body, false));
    }

    Answered sendBinary(String method, String target, Map<String, String> headers, byte[] body) {
        return answer(event(method, target, headers, Base64.getEncoder().encodeToString(body), true));
    }

    static APIGatewayV2HTTPEvent event(
            String method, String target, Map<String, String> headers, String body, boolean base64) {
        int question = target.indexOf('?');
        APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
        event.setVersion("2.0");
        event.setRawPath(question < 0 ? target : target.substring(0, question));
        event.setRawQueryString(question < 0 ? "" : target.substring(question + 1));
        event.setHeaders(headers);
        event.setBody(body);
        event.setIsBase64Encoded(base64);
        event.setRequestContext(APIGatewayV2HTTPEvent.RequestContext.builder()
                .withRequestId("request-1")
                .withHttp(APIGatewayV2HTTPEvent.RequestContext.Http.builder()
                        .withMethod(method)
                        .build())
                .build());
        return event;
    }

    Answered answer(APIGatewayV2HTTPEvent event) {
        String method = event.getRequestContext().getHttp().getMethod();
        LambdaFunction function =
                route(event).map(Route::function).orElseGet(() -> Routes.functionFor(method, event.getRawPath()));
        var handler = Optional.ofNullable(handlers.get(function)).orElseThrow();
        APIGatewayV2HTTPResponse response = handler.handleRequest(event, FixedContext.with(left));
        String body = Optional.ofNullable(response.getBody()).orElse("");
        Answered answered = new Answered(
                response.getStatusCode(),
                new TreeMap<>(response.getHeaders()),
                response.getIsBase64Encoded() ? Bytes.wrap(Base64.getDecoder().decode(body)) : Bytes.utf8(body));
        checkAgainstDescription(event, answered);
        return answered;
    }

    private static void checkAgainstDescription(APIGatewayV2HTTPEvent event, Answered answered) {
        String method = event.getRequestContext().getHttp().getMethod();
        Optional<Route> route = route(event);
        if (route.isEmpty()) {
            assertThat(DESCRIPTION.problemFaults(answered.json())).isEmpty();
            return;
        }
        boolean isJson = answered.type().equals("application/json");
        assertThat(DESCRIPTION.answerFaults(
                        route.get().operationId(),
                        answered.status(),
                        answered.type(),
                        isJson ? answered.values() : List.of()))
                .as("%s %s: %s", method, event.getRawPath(), answered)
                .isEmpty();
        boolean hasJsonBody = route.get().consumes().contains(MediaType.JSON);
        if (answered.status() < 300 && hasJsonBody) {
            for (JsonNode value : Json.readSeveral(text(event), Integer.MAX_VALUE)) {
                assertThat(DESCRIPTION.requestFaults(route.get().operationId(), value))
                        .as("%s", value)
                        .isEmpty();
            }
        }
    }

    /** Of an event that names its route, the path is decoded already. */
    private static Optional<Route> route(APIGatewayV2HTTPEvent event) {
        String path = event.getRawPath();
        List<String> segments = event.getRouteKey() == null
                ? PathTemplate.segmentsOf(path).orElse(List.of())
                : PathTemplate.split(path);
        return Routes.at(segments).stream()
                .filter(route -> route.method()
                        .equals(event.getRequestContext().getHttp().getMethod()))
                .findFirst();
    }

    private static String text(APIGatewayV2HTTPEvent event) {
        return event.getIsBase64Encoded()
                ? new String(Base64.getDecoder().decode(event.getBody()), StandardCharsets.UTF_8)
                : event.getBody();
    }

    private static void pause(Duration duration) {}
}
