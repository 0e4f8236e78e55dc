package io.tidemark.local.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tidemark.local.lambda.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Each request from its first to its last byte: admission, answer, log line. Thread-safe. */
public final class Exchanges implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);

    /** What is read of a body that nobody wants, so that its sender gets to see the answer. */
    private static final long MAX_DISCARDED_BYTES = 64L * 1024 * 1024;

    private static final int CHUNK_BYTES = 64 * 1024;

    private final Requests requests;
    private final Phaser open = new Phaser(1);
    private volatile boolean stopping;

    public Exchanges(Requests requests) {
        this.requests = requests;
    }

    @Override
    public void handle(HttpExchange exchange) {
        open.register();
        try (exchange) {
            HttpReply reply = stopping ? HttpReply.error(503, "The server is stopping") : requests.answer(exchange);
            write(exchange, reply);
        } catch (IOException e) {
            // the client is gone or broke HTTP: nobody is left to tell
            LOG.debug("{} {} lost: {}", exchange.getRequestMethod(), exchange.getRequestURI(), e.toString());
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
        } finally {
            open.arriveAndDeregister();
        }
    }

    /** Turns new requests away and waits for those that go on. */
    void stop(Duration grace) throws InterruptedException {
        stopping = true;
        try {
            open.awaitAdvanceInterruptibly(open.arrive(), grace.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("requests cut off after {}: {}", grace, open.getUnarrivedParties());
        }
    }

    private void write(HttpExchange exchange, HttpReply reply) throws IOException {
        reply.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
        if (stopping) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        InputStream rest = exchange.getRequestBody();
        if (reply.body().isEmpty() || exchange.getRequestMethod().equals("HEAD")) {
            discard(rest);
            exchange.sendResponseHeaders(reply.status(), -1);
        } else {
            exchange.sendResponseHeaders(reply.status(), reply.body().size());
            try (OutputStream out = exchange.getResponseBody()) {
                Channels.newChannel(out).write(reply.body().asByteBuffer());
                out.flush();
                discard(rest);
            }
        }
        LOG.debug(
                "{} {} {} bytes={}",
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                reply.status(),
                reply.body().size());
    }

    /** What is left after the limit makes the HTTP server close the connection. */
    private static void discard(InputStream rest) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        long left = MAX_DISCARDED_BYTES;
        while (left > 0) {
            int count = rest.read(chunk);
            if (count < 0) {
                return;
            }
            left -= count;
        }
    }
}
