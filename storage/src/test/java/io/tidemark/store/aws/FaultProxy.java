package io.tidemark.store.aws;

import io.tidemark.store.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Stands between the SDK and a store, does to each request what it is told to, and keeps count of what was sent. One
 * request a connection. Thread-safe.
 */
final class FaultProxy implements AutoCloseable {
    private final URI store;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicReference<Function<String, Fault>> faults = new AtomicReference<>(operation -> Fault.NONE);
    private final List<HttpMessage> sent = new CopyOnWriteArrayList<>();
    private final List<String> reached = new CopyOnWriteArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<CountDownLatch> landing = new AtomicReference<>(new CountDownLatch(1));

    FaultProxy(URI store) {
        this.store = store;
        try {
            this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** From now on each request meets the fault that is chosen for its operation. */
    void inject(Function<String, Fault> chosen) {
        faults.set(chosen);
    }

    /** The next request for this operation meets the fault, and no other. */
    void injectOnce(String operation, Fault fault) {
        AtomicReference<Fault> next = new AtomicReference<>(fault);
        inject(asked -> asked.equals(operation) ? next.getAndSet(Fault.NONE) : Fault.NONE);
    }

    /** How often the SDK sent requests for this operation. */
    int sent(String operation) {
        return requests(operation).size();
    }

    /** What it sent for this operation, in order. */
    List<HttpMessage> requests(String operation) {
        return sent.stream()
                .filter(request -> request.operation().equals(operation))
                .toList();
    }

    /** How many of them the store got. */
    int reached(String operation) {
        return (int) reached.stream().filter(operation::equals).count();
    }

    /** Lets what is late go on, and returns when nothing is under way any more. */
    void land() {
        awaitAccepted();
        landing.getAndSet(new CountDownLatch(1)).countDown();
        Eventually.holds("nothing is under way", () -> underWay.get() == 0);
    }

    /** Connections are accepted in turn: behind one that has ended, all that came before it are known. */
    private void awaitAccepted() {
        try (Socket last = new Socket(server.getInetAddress(), server.getLocalPort())) {
            last.shutdownOutput();
            last.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets nothing go wrong, and counts from here on. */
    void calm() {
        inject(operation -> Fault.NONE);
        sent.clear();
        reached.clear();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                underWay.incrementAndGet();
                CountDownLatch landed = landing.get();
                threads.execute(() -> serve(client, landed));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client, CountDownLatch landed) {
        try (client) {
            HttpMessage request = HttpMessage.read(client.getInputStream());
            String operation = request.operation();
            sent.add(request);
            Fault fault = faults.get().apply(operation);
            if (fault == Fault.LATE_REQUEST) {
                landed.await();
            }
            byte[] reply = fault.reachesStore() ? ask(request) : new byte[0];
            if (fault == Fault.LATE_REPLY) {
                landed.await();
            }
            answer(client, request, fault, reply);
        } catch (IOException goneAway) {
            // the client gave up, as some faults want it to
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.decrementAndGet();
        }
    }

    private byte[] ask(HttpMessage request) throws IOException {
        try (Socket upstream = new Socket(store.getHost(), store.getPort())) {
            request.writeAsLast(upstream.getOutputStream());
            byte[] reply = upstream.getInputStream().readAllBytes();
            reached.add(request.operation());
            return reply;
        }
    }

    private static void answer(Socket client, HttpMessage request, Fault fault, byte[] reply) throws IOException {
        switch (fault) {
            case RESET -> client.setSoLinger(true, 0);
            case DROPPED_REPLY, LATE_REQUEST -> client.shutdownOutput();
            case CUT_REPLY -> {
                send(client, Arrays.copyOf(reply, reply.length / 2));
                client.setSoLinger(true, 0);
            }
            case NONE, LATE_REPLY -> send(client, reply);
            default -> send(client, error(request, fault));
        }
    }

    private static void send(Socket client, byte[] reply) throws IOException {
        client.getOutputStream().write(reply);
        client.getOutputStream().flush();
    }

    private static byte[] error(HttpMessage request, Fault fault) {
        boolean dynamo = request.isDynamo();
        return switch (fault) {
            case ERROR_500, ERROR_500_AFTER_EFFECT ->
                dynamo ? error(request, 500, "InternalServerError") : error(request, 500, "InternalError");
            case ERROR_503 -> error(request, 503, "ServiceUnavailable");
            case THROTTLED ->
                dynamo
                        ? error(request, 400, "ProvisionedThroughputExceededException")
                        : error(request, 503, "SlowDown");
            case DENIED -> dynamo ? error(request, 400, "AccessDeniedException") : error(request, 403, "AccessDenied");
            case MISSING ->
                dynamo ? error(request, 400, "ResourceNotFoundException") : error(request, 404, "NoSuchBucket");
            case ELSEWHERE ->
                dynamo ? error(request, 400, "ResourceNotFoundException") : error(request, 301, "PermanentRedirect");
            default -> throw new IllegalArgumentException(fault + " is no answer");
        };
    }

    private static byte[] error(HttpMessage request, int status, String code) {
        String body = request.isDynamo()
                ? "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"injected\"}"
                : "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>injected</Message></Error>";
        String head = "HTTP/1.1 " + status + " Injected\r\nContent-Type: "
                + (request.isDynamo() ? "application/x-amz-json-1.0" : "application/xml")
                + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n";
        String shown = request.operation().equals("HeadObject") ? head : head + body;
        return shown.getBytes(StandardCharsets.UTF_8);
    }
}
