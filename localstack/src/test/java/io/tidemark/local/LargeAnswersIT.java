package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.local.http.Requests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The heap that the start script gives is enough for as many requests as are let in, however large their answers. */
class LargeAnswersIT {
    private static final int VALUE_BYTES = 4_300_000;

    @Test
    void asManyOfTheLargestAnswersAsRequestsAreAllGiven() throws Exception {
        byte[] value = new byte[VALUE_BYTES];
        new Random(7).nextBytes(value);
        String data = Base64.getEncoder().encodeToString(value);
        try (ServerProcess server = ServerProcess.start("--port", "0", "--in-memory")) {
            Api api = new Api(server.url());
            api.post(
                    "/topics",
                    "{\"topic_name\":\"t\",\"partitions_count\":1,"
                            + "\"configs\":[{\"name\":\"max.message.bytes\",\"value\":\"6000000\"}]}");
            api.post("/topics/t/records", "{\"value\":{\"type\":\"BINARY\",\"data\":\"" + data + "\"}}");

            List<Boolean> whole = together(Requests.MAX_REQUESTS, () -> {
                Api.Answer answer = api.get("/topics/t/partitions/0/records?offset=0");
                while (answer.status() == 503 && answer.body().contains("busy")) {
                    // on a slow machine not all get their turn in time, and are told to come again
                    answer = api.get("/topics/t/partitions/0/records?offset=0");
                }
                return answer.status() == 200 && answer.body().contains(data);
            });

            assertThat(whole).as(server.errors()).containsOnly(true);
        }
    }

    private static List<Boolean> together(int times, Call call) {
        ExecutorService threads = Executors.newFixedThreadPool(times);
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> unchecked(call), threads));
        }
        threads.shutdown();
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static boolean unchecked(Call call) {
        try {
            return call.make();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @FunctionalInterface
    private interface Call {
        boolean make() throws IOException, InterruptedException;
    }
}
