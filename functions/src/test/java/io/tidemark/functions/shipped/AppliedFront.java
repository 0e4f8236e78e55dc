package io.tidemark.functions.shipped;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Stands where API Gateway stands: turns HTTP requests of text into events of the stack's routes, one at a time. */
final class AppliedFront implements AutoCloseable {

    private final HttpServer server;
    private final AppliedStack stack;
    private final BiFunction<String, JsonNode, JsonNode> functions;

    /** @param functions calls the function of this name with an event, and gives its response */
    AppliedFront(AppliedStack stack, BiFunction<String, JsonNode, JsonNode> functions) throws IOException {
        this.stack = stack;
        this.functions = functions;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional<Map.Entry<String, String>> route = route(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
            if (route.isEmpty()) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            Map.Entry<String, String> found = route.orElseThrow();
            JsonNode response =
                    functions.apply(found.getValue(), event(exchange).put("routeKey", found.getKey()));
            String body = response.path("body").asText();
            byte[] bytes = response.path("isBase64Encoded").asBoolean()
                    ? Base64.getDecoder().decode(body)
                    : body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(response.path("statusCode").asInt(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Of the routes that match, the one with the fewest variables, and its function. */
    private Optional<Map.Entry<String, String>> route(String request) {
        return stack.routes().entrySet().stream()
                .filter(route -> request.matches(route.getKey().replaceAll("\\{\\w+}", "[^/]+")))
                .min(Comparator.comparing(route -> route.getKey().split("\\{", -1).length));
    }

    private static ObjectNode event(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        URI uri = exchange.getRequestURI();
        // the path decoded, the query as it was sent
        String target = uri.getPath()
                + Optional.ofNullable(uri.getRawQuery())
                        .map(query -> "?" + query)
                        .orElse("");
        return ApiEvent.event(exchange.getRequestMethod(), target, headers).put("body", body);
    }
}
