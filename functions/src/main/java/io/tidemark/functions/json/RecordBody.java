package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.record.Bytes;
import io.tidemark.record.NewRecord;
import io.tidemark.record.RecordHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A record to produce as it stands in JSON.
 *
 * @param key how the key came; absent where there was none
 * @param value how the value came; absent where there was none
 */
public record RecordBody(RecordsRequest.Entry entry, Optional<Payload> key, Optional<Payload> value) {
    static final List<String> FIELDS = List.of("partition_id", "headers", "key", "value", "timestamp");

    private static final int MAX_HEADERS = 1_000;
    private static final Map<String, PayloadType> TYPES = Map.of(
            "BINARY", PayloadType.BINARY,
            "JSON", PayloadType.JSON,
            "STRING", PayloadType.STRING);

    /** A key or value: its bytes are absent where its data is null. */
    public record Payload(PayloadType type, Optional<Bytes> bytes) {

        /** As a report tells it: the type and the size in bytes. */
        ObjectNode putInto(ObjectNode report) {
            return report.put("type", type.name())
                    .put("size", bytes.map(Bytes::size).orElse(0));
        }
    }

    /** @param nowMs the timestamp of a record that has none, epoch milliseconds */
    static RecordBody read(Fields fields, long nowMs) {
        Optional<Integer> partition = fields.number("partition_id", Integer.MIN_VALUE, Integer.MAX_VALUE)
                .map(Long::intValue);
        Optional<Payload> key = payload(fields, "key");
        Optional<Payload> value = payload(fields, "value");
        NewRecord record = new NewRecord(
                timestamp(fields).orElse(nowMs),
                key.flatMap(Payload::bytes),
                value.flatMap(Payload::bytes),
                headers(fields));
        return new RecordBody(new RecordsRequest.Entry(partition, record), key, value);
    }

    private static Optional<Payload> payload(Fields record, String name) {
        return record.value(name).map(node -> {
            Fields fields = Fields.of(record.at(name), node, List.of("type", "data"));
            PayloadType type = fields.required("type", fields.choice("type", TYPES));
            return new Payload(type, fields.value("data").map(data -> type.decode(data, record.at(name))));
        });
    }

    private static Optional<Long> timestamp(Fields record) {
        Optional<JsonNode> node = record.value("timestamp");
        if (node.isPresent() && node.get().isTextual()) {
            return Optional.of(Timestamps.parse(node.get().textValue())
                    .orElseThrow(() -> record.bad("timestamp", "is not a time: " + Timestamps.EXPECTED)));
        }
        try {
            return record.number("timestamp", 0, Long.MAX_VALUE);
        } catch (ProblemException e) {
            throw record.bad("timestamp", "is not a time: " + Timestamps.EXPECTED);
        }
    }

    private static List<RecordHeader> headers(Fields record) {
        List<RecordHeader> headers = new ArrayList<>();
        for (JsonNode node : record.list("headers", MAX_HEADERS)) {
            String where = record.at("headers[" + headers.size() + "]");
            Fields fields = Fields.of(where, node, List.of("name", "value"));
            String name = fields.required("name", fields.text("name"));
            fields.text("value");
            headers.add(new RecordHeader(
                    name, fields.value("value").map(text -> PayloadType.base64(text, where + ": value"))));
        }
        return headers;
    }
}
