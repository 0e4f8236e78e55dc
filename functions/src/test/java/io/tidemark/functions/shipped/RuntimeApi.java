package io.tidemark.functions.shipped;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Lambda's Runtime API for one process: hands out events and takes the answers. */
final class RuntimeApi implements AutoCloseable {
    private static final String VERSION = "/2018-06-01/runtime";
    private static final String NEXT = VERSION + "/invocation/next";
    private static final String INVOCATION = VERSION + "/invocation/";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, CompletableFuture<Answer>> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Answer> ready = new CompletableFuture<>();
    private final AtomicInteger invocations = new AtomicInteger();
    private final AtomicInteger restores = new AtomicInteger();

    /** What a function made of an event. */
    record Answer(boolean succeeded, String body) {}

    private record Invocation(String id, String event, long deadlineMs) {}

    RuntimeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Succeeds when the process asks for its first event, fails with what kept it from that. */
    CompletableFuture<Answer> ready() {
        return ready;
    }

    /** How often the process was restored from a snapshot. */
    int restores() {
        return restores.get();
    }

    CompletableFuture<Answer> invoke(String event, Duration left) {
        String id = "invocation-" + invocations.incrementAndGet();
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        open.put(id, answer);
        waiting.add(new Invocation(id, event, System.currentTimeMillis() + left.toMillis()));
        return answer;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (path.equals(NEXT)) {
                ready.complete(new Answer(true, ""));
                give(exchange, waiting.take());
                return;
            }
            if (path.equals(VERSION + "/restore/next")) {
                restores.incrementAndGet();
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            Answer answer = new Answer(path.endsWith("/response"), new String(body, StandardCharsets.UTF_8));
            if (path.startsWith(INVOCATION)) {
                String id = path.substring(INVOCATION.length(), path.lastIndexOf('/'));
                open.getOrDefault(id, new CompletableFuture<>()).complete(answer);
            } else {
                ready.complete(answer);
            }
            exchange.sendResponseHeaders(202, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static void give(HttpExchange exchange, Invocation invocation) throws IOException {
        exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", invocation.id());
        exchange.getResponseHeaders().set("Lambda-Runtime-Deadline-Ms", Long.toString(invocation.deadlineMs()));
        exchange.getResponseHeaders()
                .set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:shipped");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] event = invocation.event().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, event.length);
        exchange.getResponseBody().write(event);
    }
}
