package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.local.SampleLog.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real log goes in by HTTP; what comes out is compared with a plain scan of the file. */
class SampleLogIT {
    private static final long SEED = 20_250_624;
    private static final int LOOKUPS = 50;
    private static final int MAX_REQUEST_LINES = 1500;

    @TempDir
    private Path data;

    private final Random random = new Random(SEED);
    private LocalServer server;
    private Api api;

    @BeforeEach
    void start() throws StartupException {
        server = LocalServer.start(Options.DEFAULT.withPort(0).withPlace(new Place.Directory(data)));
        api = new Api(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void lookupsByTimeEqualAScanOfTheFile(int partitions) throws Exception {
        List<Line> lines = SampleLog.lines();
        assertThat(lines).hasSizeGreaterThanOrEqualTo(5000);
        List<List<Line>> expected = IntStream.range(0, partitions)
                .mapToObj(p -> IntStream.range(0, lines.size())
                        .filter(i -> i % partitions == p)
                        .mapToObj(lines::get)
                        .toList())
                .toList();
        createTopic(partitions);
        load(lines, partitions);

        for (int i = 0; i < LOOKUPS; i++) {
            int partition = random.nextInt(partitions);
            check(partition, expected.get(partition), time(i, lines));
        }
        for (int p = 0; p < partitions; p++) {
            assertThat(readAll(p)).isEqualTo(expected.get(p));
        }
    }

    private void createTopic(int partitions) throws IOException, InterruptedException {
        Api.Answer created = api.post("/topics", """
                {"topic_name":"packages","partitions_count":%d,"configs":[
                  {"name":"retention.ms","value":"-1"},
                  {"name":"message.timestamp.after.max.ms","value":"9223372036854775807"}]}
                """.formatted(partitions));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
    }

    private void load(List<Line> lines, int partitions) throws IOException, InterruptedException {
        int from = 0;
        while (from < lines.size()) {
            int first = from;
            int to = Math.min(lines.size(), from + 1 + random.nextInt(MAX_REQUEST_LINES));
            Api.Answer answer = api.post(
                    "/topics/packages/records",
                    IntStream.range(from, to)
                            .mapToObj(i -> lines.get(i).toJson(i % partitions))
                            .collect(Collectors.joining("\n")));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            List<JsonNode> reports = answer.several();
            assertThat(reports).hasSize(to - from);
            for (int i = first; i < to; i++) {
                JsonNode report = reports.get(i - first);
                assertThat(report.path("error_code").asInt())
                        .as(report.toString())
                        .isEqualTo(200);
                assertThat(report.path("offset").asLong(-1)).isEqualTo(i / partitions);
            }
            from = to;
        }
    }

    /** Before all, after all, the first, the last, then times of lines, and close beside them. */
    private long time(int lookup, List<Line> lines) {
        long first = lines.stream().mapToLong(Line::timestampMs).min().orElseThrow();
        long last = lines.stream().mapToLong(Line::timestampMs).max().orElseThrow();
        return switch (lookup) {
            case 0 -> 0;
            case 1 -> first - 1;
            case 2 -> first;
            case 3 -> last;
            case 4 -> last + 1;
            case 5 -> Long.MAX_VALUE;
            case 6 -> first + (last - first) / 2;
            default -> lines.get(random.nextInt(lines.size())).timestampMs() + (lookup % 3 - 1);
        };
    }

    private void check(int partition, List<Line> scanned, long timestampMs) throws IOException, InterruptedException {
        int expected = IntStream.range(0, scanned.size())
                .filter(i -> scanned.get(i).timestampMs() >= timestampMs)
                .findFirst()
                .orElse(-1);

        JsonNode found = get(partition, "offset?offset_type=timestamp&timestamp=" + timestampMs);

        String context = "seed %d, partition %d, timestamp %d".formatted(SEED, partition, timestampMs);
        assertThat(found.path("offset").asLong(-2)).as(context).isEqualTo(expected);
        assertThat(found.path("timestamp").asLong(-2))
                .as(context)
                .isEqualTo(expected < 0 ? -1 : scanned.get(expected).timestampMs());
        if (expected >= 0) {
            List<Line> read = read(partition, expected, 1000).lines();
            assertThat(read).as(context).isNotEmpty();
            assertThat(read).as(context).isEqualTo(scanned.subList(expected, expected + read.size()));
        }
    }

    private List<Line> readAll(int partition) throws IOException, InterruptedException {
        List<Line> all = new ArrayList<>();
        Page page = read(partition, 0, 50_000);
        while (!page.lines().isEmpty()) {
            all.addAll(page.lines());
            page = read(partition, page.nextOffset(), 50_000);
        }
        return all;
    }

    private record Page(List<Line> lines, long nextOffset) {}

    private Page read(int partition, long offset, int maxBytes) throws IOException, InterruptedException {
        JsonNode list = get(partition, "records?offset=" + offset + "&value_format=string&max_bytes=" + maxBytes);
        List<Line> lines = new ArrayList<>();
        for (JsonNode record : list.path("data")) {
            assertThat(record.path("offset").asLong(-1)).isEqualTo(offset + lines.size());
            lines.add(new Line(
                    record.path("timestamp").asLong(-1),
                    record.path("value").path("data").asText()));
        }
        return new Page(lines, list.path("next_offset").asLong(-1));
    }

    private JsonNode get(int partition, String query) throws IOException, InterruptedException {
        Api.Answer answer = api.get("/topics/packages/partitions/" + partition + "/" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }
}
