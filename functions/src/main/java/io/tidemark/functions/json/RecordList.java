package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Carried;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.http.Problem;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * Fetched records as JSON. Records are written one by one until the next one would not fit into the answer; the
 * answer's {@code next_offset} tells where to go on. Not thread-safe.
 */
public final class RecordList {
    private static final int RESERVED_FOR_HEAD_BYTES = 1_000;
    private static final byte[] DATA = ",\"data\":[".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "]}".getBytes(StandardCharsets.UTF_8);

    private final FetchRequest request;
    private final Formats formats;
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private long carriedBytes = RESERVED_FOR_HEAD_BYTES;

    /** How keys and values are written. */
    public record Formats(PayloadType key, PayloadType value) {}

    private RecordList(FetchRequest request, Formats formats) {
        this.request = request;
        this.formats = formats;
    }

    /**
     * @throws ProblemException 422 where a key or value does not have the format that is asked for, 413 where the
     *     first record alone is too large
     */
    public static Bytes encode(FetchRequest request, Fetched fetched, Formats formats) {
        return new RecordList(request, formats).encode(fetched);
    }

    private Bytes encode(Fetched fetched) {
        VisibleBatches visible = new VisibleBatches(request.isolation(), fetched);
        Optional<Long> cutAt = Optional.empty();
        for (StoredBatch batch : fetched.batches()) {
            if (visible.shows(batch)) {
                cutAt = writeRecords(batch);
            }
            if (cutAt.isPresent()) {
                break;
            }
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream(data.size() + RESERVED_FOR_HEAD_BYTES);
        byte[] head = Json.bytes(Json.object()
                .put("kind", "KafkaRecordList")
                .put("high_watermark", fetched.highWatermark())
                .put("last_stable_offset", fetched.lastStableOffset())
                .put("log_start_offset", fetched.logStartOffset())
                .put("next_offset", cutAt.orElse(fetched.nextOffset())));
        answer.write(head, 0, head.length - 1);
        answer.writeBytes(DATA);
        answer.writeBytes(data.toByteArray());
        answer.writeBytes(END);
        return Bytes.wrap(answer.toByteArray());
    }

    /** The offset of the first record that does not fit any more, if any. */
    private Optional<Long> writeRecords(StoredBatch batch) {
        Writer writer = new Writer(batch);
        batch.read(Limits.MAX_CARRIED_BYTES, writer);
        return writer.cutAt;
    }

    /** Writes the records of one batch until one does not fit. */
    private final class Writer implements StoredBatch.RecordSink {
        private final StoredBatch batch;
        private Optional<Long> cutAt = Optional.empty();

        Writer(StoredBatch batch) {
            this.batch = batch;
        }

        @Override
        public boolean take(LogRecord record) {
            if (record.offset() < request.offset()) {
                return true;
            }
            byte[] json = Json.bytes(toJson(batch, record));
            carriedBytes += Carried.sizeOf(json) + 1;
            if (carriedBytes > Limits.MAX_CARRIED_BYTES) {
                return cut(record.offset());
            }
            if (data.size() > 0) {
                data.write(',');
            }
            data.writeBytes(json);
            return true;
        }

        @Override
        public boolean tooLarge(long offset) {
            return offset < request.offset() || cut(offset);
        }

        private boolean cut(long offset) {
            if (data.size() == 0) {
                throw new ProblemException(new Problem(
                        41300,
                        "The record at offset " + offset + " is too large for a JSON answer: read it with Accept:"
                                + " application/octet-stream."));
            }
            cutAt = Optional.of(offset);
            return false;
        }
    }

    private ObjectNode toJson(StoredBatch batch, LogRecord record) {
        ObjectNode json = Json.object()
                .put("partition_id", request.partition().partition())
                .put("offset", record.offset())
                .put("timestamp", record.timestampMs())
                .put("timestamp_type", batch.timestampType().configValue());
        ArrayNode headers = json.putArray("headers");
        record.headers()
                .forEach(header -> headers.addObject()
                        .put("name", header.name())
                        .put("value", header.value().map(RecordList::base64).orElse(null)));
        putPayload(json.putObject("key"), formats.key(), record.key(), "key_format", record.offset());
        putPayload(json.putObject("value"), formats.value(), record.value(), "value_format", record.offset());
        return json;
    }

    private static void putPayload(
            ObjectNode into, PayloadType format, Optional<Bytes> payload, String parameter, long offset) {
        if (!format.put(into, payload)) {
            throw new ProblemException(new Problem(
                    42200,
                    "The record at offset " + offset + " cannot be written with " + parameter + "="
                            + format.name().toLowerCase(Locale.ROOT) + ": its bytes are not "
                            + (format == PayloadType.JSON ? "JSON" : "UTF-8") + ". Ask for " + parameter
                            + "=binary."));
        }
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
