package io.tidemark.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.local.lambda.Samples;
import io.tidemark.store.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpLimitsIT {
    private static final String LONG_POLL = "/records?max_wait_ms=20000";
    private static final long PATIENCE_SECONDS = Eventually.PATIENCE.toSeconds();

    private final CountDownLatch release = new CountDownLatch(1);
    private final Semaphore entered = new Semaphore(0);
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private StubServer server;
    private RawHttp http;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer((event, context) -> held(event));
        http = new RawHttp(server.url());
    }

    @AfterEach
    void stop() {
        release.countDown();
        server.close();
        clients.shutdown();
    }

    private APIGatewayV2HTTPResponse held(APIGatewayV2HTTPEvent event) {
        if (!event.getRawPath().equals("/quick")) {
            server.pausing(duration -> awaitRelease()).pause(Duration.ZERO);
        }
        return Samples.response(200, "done");
    }

    private void awaitRelease() {
        entered.release();
        Eventually.open(release);
    }

    @Test
    void longPollsDoNotStarveOtherRequests() throws Exception {
        List<CompletableFuture<RawHttp.Answer>> polls = hold(LONG_POLL, Requests.MAX_LONG_POLLS);

        assertThat(get("/quick").body()).hasValue("done");
        assertBusy(get(LONG_POLL));

        release.countDown();
        for (CompletableFuture<RawHttp.Answer> poll : polls) {
            assertThat(poll.get(PATIENCE_SECONDS, TimeUnit.SECONDS).body()).hasValue("done");
        }
        assertThat(get(LONG_POLL).body()).hasValue("done");
    }

    @Test
    void requestsBeyondTheLimitAreTurnedAwayAndReadinessIsStillAnswered() throws Exception {
        hold("/any?max_wait_ms=0", Requests.MAX_REQUESTS);

        assertBusy(get("/quick"));
        assertThat(get("/healthz").status()).hasValue(200);
    }

    @Test
    void stoppingFinishesWhatHasBegunAndTakesNothingNew() throws Exception {
        List<CompletableFuture<RawHttp.Answer>> held = hold("/any", 1);
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> server.stop(Eventually.PATIENCE), clients);
        RawHttp.Answer refused = Eventually.until(
                () -> getUnchecked("/quick"), answer -> answer.status().orElse(0) != 200);

        assertThat(refused.text()).contains("503").contains("Connection: close").contains("is stopping");
        assertThat(stopped).isNotDone();
        release.countDown();
        assertThat(held.get(0).get(PATIENCE_SECONDS, TimeUnit.SECONDS).body()).hasValue("done");
        stopped.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThatThrownBy(() -> get("/quick")).isInstanceOf(ConnectException.class);
    }

    @Test
    void stoppingDoesNotWaitForeverForWhatHasBegun() throws Exception {
        List<CompletableFuture<RawHttp.Answer>> held = hold("/any", 1);

        server.stop(Duration.ofMillis(1));

        assertThat(held.get(0).get(PATIENCE_SECONDS, TimeUnit.SECONDS).text()).isEmpty();
    }

    private static void assertBusy(RawHttp.Answer answer) {
        assertThat(answer.text())
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-after: 1")
                .contains("busy");
    }

    private List<CompletableFuture<RawHttp.Answer>> hold(String path, int count) throws InterruptedException {
        List<CompletableFuture<RawHttp.Answer>> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(CompletableFuture.supplyAsync(() -> getUnchecked(path), clients));
        }
        assertThat(entered.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        return held;
    }

    private RawHttp.Answer getUnchecked(String path) {
        try {
            return get(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawHttp.Answer get(String path) throws IOException {
        return http.send("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    }
}
