package io.tidemark.local.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's HTTP server on the loopback address, with its limits. */
public final class HttpFront {
    /** Threads beyond those of admitted requests: they read heads and turn requests away. */
    private static final int SPARE_THREADS = 64;

    private static final int MAX_THREADS = Requests.MAX_REQUESTS + Requests.MAX_LONG_POLLS + SPARE_THREADS;

    /** Requests that wait for a thread; the connections of more are closed. */
    private static final int MAX_QUEUED = 256;

    /** Connections that nobody has accepted yet: as many as may come at once. */
    private static final int BACKLOG = 512;

    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);
    private static final Duration IDLE_CONNECTION = Duration.ofSeconds(60);

    /** From a request's first to its last byte. */
    private static final Duration MAX_REQUEST_TIME = Duration.ofSeconds(30);

    /** From a request's last byte to its answer's last one: 25 s for a function, the rest for a slow reader. */
    private static final Duration MAX_ANSWER_TIME = Duration.ofSeconds(90);

    private static final int MAX_HEADERS = 200;
    private static final int MAX_HEADER_BYTES = 64 * 1024;
    private static final Duration LAST_THREADS = Duration.ofSeconds(2);

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Exchanges exchanges;

    private HttpFront(HttpServer server, ThreadPoolExecutor threads, Exchanges exchanges) {
        this.server = server;
        this.threads = threads;
        this.exchanges = exchanges;
    }

    /**
     * Listens and serves.
     *
     * @param port 0 for a free one
     * @throws IOException where the port is not to be had
     */
    public static HttpFront open(int port, Exchanges exchanges) throws IOException {
        // The server reads its limits once, from system properties alone
        limit("nodelay", "true");
        limit("idleInterval", IDLE_CONNECTION.toSeconds());
        limit("maxReqTime", MAX_REQUEST_TIME.toSeconds());
        limit("maxRspTime", MAX_ANSWER_TIME.toSeconds());
        limit("maxReqHeaders", MAX_HEADERS);
        limit("maxReqHeaderSize", MAX_HEADER_BYTES);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        ThreadPoolExecutor threads = threads();
        server.setExecutor(threads);
        server.createContext("/", exchanges);
        server.start();
        return new HttpFront(server, threads, exchanges);
    }

    private static void limit(String name, Object value) {
        System.setProperty("sun.net.httpserver." + name, value.toString());
    }

    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MAX_THREADS,
                MAX_THREADS,
                IDLE_THREAD.toSeconds(),
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_QUEUED),
                new DaemonThreads("http"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Turns new requests away, lets those that go on finish, and hangs up on the rest; at once if interrupted. */
    public void stop(Duration grace) {
        try {
            exchanges.stop(grace);
            server.stop(0);
            threads.shutdown();
            threads.awaitTermination(LAST_THREADS.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            server.stop(0);
            threads.shutdown();
            Thread.currentThread().interrupt();
        }
    }
}
