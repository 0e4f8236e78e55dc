package io.tidemark.functions;

import io.tidemark.functions.Surface.Answered;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.route.Route;
import io.tidemark.functions.route.Routes;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.RecordHeader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Makes valid requests of every route, and spoils most of them. Not thread-safe. */
final class RandomRequests {
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "");
    private static final List<String> ODD = List.of(
            "",
            "%",
            "%00",
            "%2F",
            "ä",
            "\ud83d\ude00",
            "\ud800",
            "\"",
            "\\",
            "{}",
            "-1",
            "1e99",
            "null",
            ":",
            "..",
            "9223372036854775808",
            "\u0000",
            "x".repeat(300),
            "a/b",
            "&&",
            "=",
            "[[[[[[",
            "true",
            "+",
            " ",
            "\\ud800");
    private static final List<String> QUERIES = List.of(
            "offset=0",
            "offset=1",
            "offset=7",
            "offset=99999",
            "max_bytes=0",
            "max_bytes=100000000",
            "max_wait_ms=50",
            "isolation_level=read_committed",
            "key_format=string",
            "value_format=json",
            "value_format=string",
            "offset_type=latest",
            "offset_type=earliest",
            "offset_type=max_timestamp",
            "offset_type=timestamp&timestamp=5",
            "offset_type=timestamp&timestamp=2026-05-01T00:00:00Z",
            "offset_type=earliest_and_latest",
            "offset_type=latest_tiered",
            "include_timestamps=true",
            "page_token=orders");

    private final Random random;

    RandomRequests(Random random) {
        this.random = random;
    }

    /** A request; its body is binary where {@code bytes} is present. */
    record Sent(String method, String target, Map<String, String> headers, String text, Optional<Bytes> bytes) {
        Answered to(Surface surface) {
            return bytes.map(body -> surface.sendBinary(method, target, headers, body.toByteArray()))
                    .orElseGet(() -> surface.send(method, target, headers, text));
        }

        @Override
        public String toString() {
            String shown = bytes.map(body -> "base64 " + Base64.getEncoder().encodeToString(body.toByteArray()))
                    .orElse(text);
            return method + " " + target + " " + headers + "\n" + shown.substring(0, Math.min(2_000, shown.length()));
        }
    }

    Sent next() {
        Route route = pick(Routes.ALL);
        String method = chance(40) ? pick(METHODS) : route.method();
        boolean octets = route.operationId().equals("produceBatch");
        String target = spoil(path(route) + query(route), 12);
        Map<String, String> headers = headers(octets);
        if (octets) {
            return new Sent(method, target, headers, "", Optional.of(spoil(batch())));
        }
        String text = chance(2_000) ? " ".repeat(Limits.MAX_CARRIED_BYTES + 1) : spoil(body(route), 2);
        return chance(8)
                ? new Sent(method, target, headers, "", Optional.of(spoil(Bytes.utf8(text))))
                : new Sent(method, target, headers, text, Optional.empty());
    }

    private String path(Route route) {
        return route.path()
                .text()
                .replace("{cluster_id}", chance(50) ? "other" : Surface.CLUSTER)
                .replace("{topic_name}", route.operationId().equals("deleteTopic") && !chance(20) ? "clicks" : topic())
                .replace("{partition_id}", String.valueOf(random.nextInt(chance(10) ? 5 : 2)))
                .replace("{transactional_id}", pick(List.of("pay", "pay", "a%2Fb", "none")))
                .replace("{name}", chance(5) ? "no.such" : "retention.ms");
    }

    private String query(Route route) {
        List<String> chosen = new ArrayList<>();
        if (route.operationId().equals("fetchRecords")) {
            chosen.add("offset=" + random.nextInt(30));
        }
        int more = route.queryParameters().isEmpty() && !chance(10) ? 0 : random.nextInt(3);
        for (int i = 0; i < more; i++) {
            chosen.add(pick(QUERIES));
        }
        return chosen.isEmpty() ? "" : "?" + String.join("&", chosen);
    }

    private Map<String, String> headers(boolean octets) {
        Map<String, String> headers = new TreeMap<>();
        headers.put(
                "content-type", chance(40) ? "text/plain" : octets ? "application/octet-stream" : "application/json");
        if (chance(12)) {
            headers.put(
                    "accept", pick(List.of("application/octet-stream", "*/*", "text/html", ";;q=,", "application/*")));
        }
        if (chance(15)) {
            headers.put("tidemark-producer-id", pick(List.of("1", "2", "x", "-1")));
            headers.put("tidemark-producer-epoch", pick(List.of("0", "1", "99999")));
            headers.put("tidemark-base-sequence", String.valueOf(random.nextInt(4)));
        }
        if (chance(30)) {
            headers.put("tidemark-transactional-id", chance(2) ? "pay" : pick(ODD));
        }
        return headers;
    }

    private String body(Route route) {
        return switch (route.operationId()) {
            case "createTopic" ->
                "{\"topic_name\":\"%s\",\"partitions_count\":%d,\"configs\":[%s]}"
                        .formatted(topic(), random.nextInt(4), chance(3) ? config() : "");
            case "produceRecords" -> repeat(1 + random.nextInt(4), "");
            case "produceRecordsBatch" -> "{\"entries\":[" + repeat(1 + random.nextInt(3), ",") + "]}";
            case "listOffsets" ->
                ("{\"isolation_level\":\"read_committed\",\"partitions\":[{\"topic_name\":\"%s\","
                                + "\"partition_id\":%d,\"timestamp\":%d}]}")
                        .formatted(topic(), random.nextInt(3), random.nextInt(12) - 8);
            case "deleteRecords" ->
                "{\"partitions\":[{\"partition_id\":%d,\"before_offset\":%d}]}"
                        .formatted(random.nextInt(3), random.nextInt(5) - 1);
            case "alterTopicConfigs" ->
                "{\"data\":[" + (chance(2) ? config() : "{\"name\":\"retention.ms\",\"operation\":\"DELETE\"}") + "]}";
            case "initProducer" ->
                "{\"transactional_id\":%s,\"transaction_timeout_ms\":%d}"
                        .formatted(pick(List.of("null", "\"pay\"", "\"a/b\"")), random.nextInt(70_000) - 100);
            case "endTransaction" ->
                "{\"producer_id\":%d,\"producer_epoch\":%d,\"committed\":%b}"
                        .formatted(random.nextInt(3), random.nextInt(4), chance(2));
            default -> "{\"value\":\"%d\"}".formatted(random.nextInt(100));
        };
    }

    private String config() {
        return pick(List.of(
                "{\"name\":\"retention.ms\",\"value\":\"-1\"}",
                "{\"name\":\"message.timestamp.type\",\"value\":\"LogAppendTime\"}",
                "{\"name\":\"cleanup.policy\",\"value\":\"compact\"}",
                "{\"name\":\"compression.type\",\"value\":\"zstd\"}",
                "{\"name\":\"max.message.bytes\",\"value\":\"200\"}"));
    }

    private String repeat(int count, String separator) {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(record(separator.isEmpty() ? "" : "\"id\":\"" + i + "\","));
        }
        return String.join(separator, records);
    }

    private String record(String id) {
        return "{" + id + "\"partition_id\":" + random.nextInt(chance(10) ? 4 : 2)
                + ",\"key\":{\"type\":\"STRING\",\"data\":\"" + random.nextInt(5) + "\"}"
                + ",\"value\":"
                + pick(List.of(
                        "null",
                        "{\"type\":\"BINARY\",\"data\":\"AAH/\"}",
                        "{\"type\":\"STRING\",\"data\":\"v\"}",
                        "{\"type\":\"JSON\",\"data\":{\"a\":[1.50,null,\"ä\"]}}"))
                + (chance(3)
                        ? ",\"timestamp\":" + pick(List.of("5", "99999999999999", "\"2026-05-01T12:00:00+02:00\""))
                        : "")
                + (chance(3) ? ",\"headers\":[{\"name\":\"h\",\"value\":\"AA==\"}]" : "")
                + "}";
    }

    private Bytes batch() {
        List<NewRecord> records = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            records.add(new NewRecord(
                    random.nextInt(10),
                    Optional.of(Bytes.utf8("k")),
                    Optional.of(Bytes.utf8("v".repeat(random.nextInt(50)))),
                    List.of(new RecordHeader("h", Optional.empty()))));
        }
        Optional<ProducerStamp> producer = chance(3)
                ? Optional.of(new ProducerStamp(random.nextInt(3), (short) random.nextInt(2), random.nextInt(5)))
                : Optional.empty();
        return BatchWriter.write(records, pick(List.of(Codec.values())), producer, producer.isPresent() && chance(5));
    }

    private String topic() {
        return pick(List.of("orders", "orders", "orders", "orders", "a.b", "a_b", "none", "clicks"));
    }

    /** Changes a text at one place, one text in {@code in}. */
    private String spoil(String text, int in) {
        if (!chance(in) || text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + pick(ODD) + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(at + 1);
            default -> text.substring(0, at) + (char) (random.nextInt(96) + 32) + text.substring(at + 1);
        };
    }

    private Bytes spoil(Bytes bytes) {
        byte[] copy = bytes.toByteArray();
        if (copy.length == 0 || chance(2)) {
            return bytes;
        }
        copy[random.nextInt(copy.length)] = (byte) random.nextInt();
        return chance(3) ? Bytes.wrap(copy).slice(0, random.nextInt(copy.length)) : Bytes.wrap(copy);
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
