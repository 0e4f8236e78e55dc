package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.store.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillIT {
    private static final int ROUNDS = 3;
    private static final int PRODUCERS = 4;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 60;

    @TempDir
    private Path data;

    /** What the server acknowledged, by offset. */
    private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();

    @Test
    void everythingAcknowledgedBeforeAKillIsReadAfterARestart() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (ServerProcess server = ServerProcess.start("--port", "0", "--data", data.toString())) {
                Api api = new Api(server.url());
                if (round == 0) {
                    assertThat(api.post("/topics", "{\"topic_name\":\"t\",\"partitions_count\":1}")
                                    .status())
                            .isEqualTo(201);
                }
                assertThat(read(api)).containsAllEntriesOf(acknowledged);
                produceAndKill(server, api, "round " + round);
            }
        }
        try (ServerProcess server = ServerProcess.start("--port", "0", "--data", data.toString())) {
            Map<Long, String> read = read(new Api(server.url()));

            assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED_BEFORE_KILL);
            assertThat(read).containsAllEntriesOf(acknowledged);
            assertThat(read.keySet()).containsExactlyInAnyOrderElementsOf(offsetsBelow(read.size()));
        }
    }

    private void produceAndKill(ServerProcess server, Api api, String name) throws InterruptedException {
        CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED_BEFORE_KILL);
        ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS);
        List<CompletableFuture<Void>> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            String producer = name + " producer " + p;
            producers.add(CompletableFuture.runAsync(() -> produce(api, producer, enough), threads));
        }
        Eventually.open(enough);
        server.kill();
        producers.forEach(CompletableFuture::join);
        threads.shutdown();
    }

    /** Until the server is gone. */
    private void produce(Api api, String name, CountDownLatch enough) {
        try {
            for (int i = 0; ; i++) {
                String value = name + " record " + i;
                Api.Answer answer =
                        api.post("/topics/t/records", "{\"value\":{\"type\":\"STRING\",\"data\":\"" + value + "\"}}");
                JsonNode report = answer.json();
                assertThat(report.path("error_code").asInt()).as(answer.body()).isEqualTo(200);
                assertThat(acknowledged.put(report.path("offset").asLong(), value))
                        .isNull();
                enough.countDown();
            }
        } catch (IOException e) {
            // killed: what was not acknowledged may or may not be there
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<Long, String> read(Api api) throws IOException, InterruptedException {
        Map<Long, String> records = new HashMap<>();
        long offset = 0;
        while (true) {
            JsonNode list = api.get("/topics/t/partitions/0/records?value_format=string&offset=" + offset)
                    .json();
            list.path("data")
                    .forEach(record -> records.put(
                            record.path("offset").asLong(),
                            record.path("value").path("data").asText()));
            if (list.path("data").isEmpty()) {
                return records;
            }
            offset = list.path("next_offset").asLong();
        }
    }

    private static List<Long> offsetsBelow(int end) {
        List<Long> offsets = new ArrayList<>();
        for (long offset = 0; offset < end; offset++) {
            offsets.add(offset);
        }
        return offsets;
    }
}
