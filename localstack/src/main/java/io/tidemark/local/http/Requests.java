package io.tidemark.local.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.tidemark.local.lambda.Gateway;
import io.tidemark.local.lambda.HttpReply;
import io.tidemark.local.lambda.HttpRequest;
import io.tidemark.local.lambda.InvokeCall;
import io.tidemark.local.lambda.LambdaPayload;
import io.tidemark.local.lambda.RequestTarget;
import io.tidemark.record.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Lets a request in within the limits, and finds who answers it. Thread-safe. */
public final class Requests {
    /** Requests that are worked on at a time. */
    public static final int MAX_REQUESTS = 64;

    /** Requests besides that may wait for records: they hold a thread, but nearly no memory. */
    static final int MAX_LONG_POLLS = 256;

    /** Bodies above {@link #SMALL_BODY_BYTES} in memory at a time. */
    static final int MAX_LARGE_BODIES = 16;

    static final int SMALL_BODY_BYTES = 64 * 1024;

    /** API Gateway's own limit on a request's line and headers together. */
    static final int MAX_HEAD_BYTES = 10_240;

    private static final Duration LARGE_BODY_WAIT = Duration.ofSeconds(20);

    private final Permits requests = new Permits(MAX_REQUESTS, Duration.ZERO);
    private final Permits longPolls = new Permits(MAX_LONG_POLLS, Duration.ZERO);
    private final Permits largeBodies = new Permits(MAX_LARGE_BODIES, LARGE_BODY_WAIT);
    private final Turns turns;
    private final InvokeCall invoke;
    private final Gateway gateway;

    public Requests(Turns turns, InvokeCall invoke, Gateway gateway) {
        this.turns = turns;
        this.invoke = invoke;
        this.gateway = gateway;
    }

    HttpReply answer(HttpExchange exchange) throws IOException {
        RequestTarget target = RequestTarget.of(exchange.getRequestURI().toString());
        if (!exchange.getProtocol().matches("HTTP/1\\.[01]")) {
            return HttpReply.error(400, "The request line does not end in HTTP/1.1 or HTTP/1.0");
        }
        if (headBytes(exchange) > MAX_HEAD_BYTES) {
            return HttpReply.error(431, "The request line and headers are above " + MAX_HEAD_BYTES + " bytes");
        }
        if (target.rawPath().equals("/healthz")) {
            return health(exchange.getRequestMethod());
        }
        return mayWait(exchange.getRequestMethod(), target)
                ? longPolls
                        .run(() -> withBody(exchange, target))
                        .orElseGet(() -> busy(MAX_LONG_POLLS + " requests that wait for records"))
                : requests.run(() -> withBody(exchange, target)).orElseGet(() -> busy(MAX_REQUESTS + " requests"));
    }

    private static long headBytes(HttpExchange exchange) {
        long bytes = exchange.getRequestURI().toString().length();
        for (var header : exchange.getRequestHeaders().entrySet()) {
            for (String value : header.getValue()) {
                bytes += header.getKey().length() + value.length();
            }
        }
        return bytes;
    }

    private static HttpReply health(String method) {
        return method.equals("GET") || method.equals("HEAD")
                ? HttpReply.json(200, Bytes.utf8("{\"status\":\"ready\"}"))
                : HttpReply.error(405, "HTTP 405 Method Not Allowed").with("Allow", "GET, HEAD");
    }

    private static boolean mayWait(String method, RequestTarget target) {
        return method.equals("GET")
                && !target.queryParameters().getOrDefault("max_wait_ms", "0").equals("0");
    }

    private static HttpReply busy(String limit) {
        return HttpReply.error(503, "The server is busy: it takes up to " + limit + " at a time")
                .with("Retry-After", "1");
    }

    private HttpReply withBody(HttpExchange exchange, RequestTarget target) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        Optional<Long> declared = Optional.ofNullable(headers.getFirst("Content-Length"))
                .map(String::strip)
                .map(Long::valueOf);
        boolean chunked = headers.containsKey("Transfer-Encoding");
        if (chunked && declared.isPresent()) {
            return HttpReply.error(400, "A request has either Content-Length or Transfer-Encoding");
        }
        if (declared.orElse(0L) > LambdaPayload.LIMIT_BYTES) {
            return HttpReply.error(413, LambdaPayload.TOO_LARGE);
        }
        return chunked || declared.orElse(0L) > SMALL_BODY_BYTES
                ? largeBodies
                        .run(() -> read(exchange, target))
                        .orElseGet(() -> busy(MAX_LARGE_BODIES + " large bodies"))
                : read(exchange, target);
    }

    /** A body that ends too early throws: of several records, a part would pass for the whole. */
    private HttpReply read(HttpExchange exchange, RequestTarget target) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(LambdaPayload.LIMIT_BYTES + 1);
        if (body.length > LambdaPayload.LIMIT_BYTES) {
            return HttpReply.error(413, LambdaPayload.TOO_LARGE);
        }
        HttpRequest request = new HttpRequest(
                exchange.getRequestMethod(),
                target,
                exchange.getProtocol(),
                exchange.getRemoteAddress().getAddress().getHostAddress(),
                HttpRequest.lowerCased(exchange.getRequestHeaders()),
                Bytes.wrap(body));
        return turns.take(isHeavy(request) ? Turns.HEAVY : Turns.LIGHT, () -> dispatch(request))
                .orElseGet(() -> busy("a few heavy requests"));
    }

    private static boolean isHeavy(HttpRequest request) {
        String path = request.target().rawPath();
        return request.body().size() > SMALL_BODY_BYTES
                || (request.method().equals("GET") && path.endsWith("/records"))
                || path.startsWith(InvokeCall.PREFIX);
    }

    private HttpReply dispatch(HttpRequest request) {
        Optional<HttpReply> invoked = invoke.answer(request);
        if (invoked.isPresent()) {
            return invoked.get();
        }
        return LambdaPayload.admits(request) ? gateway.answer(request) : HttpReply.error(413, LambdaPayload.TOO_LARGE);
    }
}
