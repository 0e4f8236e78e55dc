package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.local.http.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are cut, torn and mixed up are the client's errors, and the server goes on serving. */
class BadInputIT {
    private static final int REQUESTS = 400;
    private static final String HEAD = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    private static final String PREFIX = "/v3/clusters/" + LocalFunctions.CLUSTER_ID;
    private static final String RECORD = "{\"value\":{\"type\":\"STRING\",\"data\":\"x\"}}";

    /** Good requests that the bad ones are made from. */
    private static final List<String> GOOD = List.of(
            post("/topics/t/records", "application/json", RECORD + RECORD),
            post(
                    "/topics/t/records:batch",
                    "application/json",
                    "{\"entries\":[{\"id\":\"1\"," + RECORD.substring(1) + "]}"),
            post("/topics/t/partitions/0/records", "application/octet-stream", "\0\0\0\0\0\0\0\0\0\0\0\61\0\0\0\0\2"),
            post(
                    "/offsets:list",
                    "application/json",
                    "{\"partitions\":[{\"topic_name\":\"t\",\"partition_id\":0,\"timestamp\":-1}]}"),
            post(
                    "/topics/t/records:delete",
                    "application/json",
                    "{\"partitions\":[{\"partition_id\":0,\"before_offset\":0}]}"),
            "POST " + PREFIX + "/topics/t/records" + HEAD
                    + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2a\r\n" + RECORD
                    + "\r\n0\r\n\r\n",
            "GET " + PREFIX + "/topics/t/partitions/0/records?offset=0&max_bytes=100&max_wait_ms=0" + HEAD + "\r\n",
            "GET " + PREFIX + "/topics/t/partitions/0/offset?offset_type=timestamp&timestamp=1" + HEAD + "\r\n",
            "GET " + PREFIX + "/topics/t/configs" + HEAD + "Accept: application/json\r\n\r\n",
            "POST /2015-03-31/functions/lookup/invocations" + HEAD + "Content-Length: 2\r\n\r\n{}",
            "GET /healthz" + HEAD + "\r\n");

    private static final List<String> TOKENS = List.of(
            "\r\n",
            "\r\n\r\n",
            "\0",
            "\"",
            "{",
            "}",
            "[",
            "%",
            "%2F",
            "%00",
            "%FF",
            "..",
            "//",
            "?",
            "&",
            "=",
            ":",
            "-1",
            "99999999999999999999",
            "1e400",
            "null",
            "\u00FF",
            "\u00C3",
            "Content-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Expect: 100-continue\r\n",
            "Content-Encoding: gzip\r\n",
            "Cookie: ;=;\r\n",
            "X: " + "y".repeat(12_000) + "\r\n",
            "z".repeat(70_000));

    private static LocalServer server;
    private static RawHttp http;

    @BeforeAll
    static void start() throws Exception {
        server = LocalServer.start(Options.DEFAULT.withPort(0).withPlace(new Place.Memory()));
        http = new RawHttp(server.url());
        Api.Answer created = new Api(server.url()).post("/topics", "{\"topic_name\":\"t\",\"partitions_count\":1}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String post(String path, String type, String body) {
        return "POST " + PREFIX + path + HEAD + "Content-Type: " + type + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noBadRequestIsTheServersError(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < REQUESTS; i++) {
            String request = spoiled(GOOD.get(random.nextInt(GOOD.size())), random);

            RawHttp.Answer answer = http.send(request);

            assertThat(isServersError(answer))
                    .as("seed %d, request %d:%n%s%nanswer:%n%s", seed, i, shown(request), answer.text())
                    .isFalse();
        }
        assertStillServes();
    }

    /** For a transfer coding that it does not know, RFC 9112 asks for 501. */
    private static boolean isServersError(RawHttp.Answer answer) {
        int status = answer.status().orElse(0);
        return status >= 500 && !(status == 501 && answer.text().contains("Unsupported Transfer-Encoding"));
    }

    /** Cuts, doubles, swaps or adds, one to three times. */
    private static String spoiled(String good, Random random) {
        String request = good;
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            int at = random.nextInt(request.length() + 1);
            int end = Math.min(request.length(), at + random.nextInt(20));
            String token = TOKENS.get(random.nextInt(TOKENS.size()));
            request = switch (random.nextInt(5)) {
                case 0 -> request.substring(0, at);
                case 1 -> request.substring(0, at) + token + request.substring(at);
                case 2 -> request.substring(0, at) + token + request.substring(end);
                case 3 -> request.substring(0, at) + request.substring(at, end).repeat(3) + request.substring(end);
                default -> flipped(request, at, random);
            };
        }
        return request;
    }

    private static String flipped(String request, int at, Random random) {
        byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
        if (at < bytes.length) {
            bytes[at] = (byte) random.nextInt(256);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String shown(String request) {
        String start = request.substring(0, Math.min(request.length(), 1000));
        return Arrays.toString(start.split("(?<=\n)")).replace("\r", "\\r").replace("\0", "\\0");
    }

    private static void assertStillServes() throws IOException, InterruptedException {
        Api api = new Api(server.url());
        Api.Answer produced = api.post("/topics/t/records", RECORD);
        assertThat(produced.json().path("error_code").asInt())
                .as(produced.body())
                .isEqualTo(200);
        long offset = produced.json().path("offset").asLong();
        assertThat(api.get("/topics/t/partitions/0/records?offset=" + offset)
                        .json()
                        .path("next_offset")
                        .asLong())
                .isEqualTo(offset + 1);
    }
}
