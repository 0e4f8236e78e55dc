package io.tidemark.functions;

import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.Surface.Answered;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.invocation.Invocation;
import io.tidemark.functions.invocation.Invocations;
import io.tidemark.functions.invocation.Observer;
import io.tidemark.produce.ProduceLimits;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.StoredBatch;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchHandlerTest {
    private static final String RECORDS = TOPICS + "/orders/partitions/0/records";
    private static final Map<String, String> OCTETS = Map.of("accept", "application/octet-stream");

    /** Base offset, length and leader epoch stand before this position. */
    private static final int EPOCH_END = 16;

    private final Surface surface = new Surface();

    @BeforeEach
    void createOrders() {
        surface.post(
                TOPICS,
                "{\"topic_name\":\"orders\",\"configs\":[{\"name\":\"max.message.bytes\",\"value\":\"8000000\"}]}");
    }

    @Test
    void recordsComeWithAllThatTheyHave() {
        produce("{\"key\":{\"type\":\"STRING\",\"data\":\"k\"},\"value\":{\"type\":\"STRING\",\"data\":\"v\"},"
                + "\"headers\":[{\"name\":\"h\",\"value\":\"AQ==\"},{\"name\":\"n\"}],\"timestamp\":12}");

        assertThat(surface.get(RECORDS + "?offset=0").text())
                .isEqualTo("{\"kind\":\"KafkaRecordList\",\"high_watermark\":1,\"last_stable_offset\":1,"
                        + "\"log_start_offset\":0,\"next_offset\":1,\"data\":[{\"partition_id\":0,\"offset\":0,"
                        + "\"timestamp\":12,\"timestamp_type\":\"CreateTime\",\"headers\":[{\"name\":\"h\","
                        + "\"value\":\"AQ==\"},{\"name\":\"n\",\"value\":null}],\"key\":{\"type\":\"BINARY\","
                        + "\"data\":\"aw==\"},\"value\":{\"type\":\"BINARY\",\"data\":\"dg==\"}}]}");
    }

    @Test
    void payloadsComeInTheFormatThatIsAskedFor() {
        produce("{\"key\":{\"type\":\"STRING\",\"data\":\"ä\"},\"value\":{\"type\":\"JSON\",\"data\":{\"n\":1.50}}}{}");

        JsonNode data = surface.get(RECORDS + "?offset=0&key_format=string&value_format=json")
                .json()
                .path("data");
        assertThat(data.at("/0/key")).hasToString("{\"type\":\"STRING\",\"data\":\"ä\"}");
        assertThat(data.at("/0/value")).hasToString("{\"type\":\"JSON\",\"data\":{\"n\":1.50}}");
        assertThat(data.at("/1/key")).hasToString("{\"type\":\"STRING\",\"data\":null}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/w== | string | its bytes are not UTF-8. Ask for value_format=binary.",
                "/w== | json   | its bytes are not JSON. Ask for value_format=binary.",
                "''   | json   | The record at offset 0 cannot be written with value_format=json",
            })
    void aPayloadThatHasNotTheFormatIsNamed(String base64, String format, String message) {
        produce("{\"value\":{\"type\":\"BINARY\",\"data\":\"" + base64 + "\"}}");
        Answered refused = surface.get(RECORDS + "?offset=0&value_format=" + format);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }

    @Test
    void atTheEndThereIsNothingAndBeyondItAnError() {
        produce("{}{}");
        JsonNode end = surface.get(RECORDS + "?offset=2&max_wait_ms=200").json();
        assertThat(end.path("data")).isEmpty();
        assertThat(end.path("next_offset").longValue()).isEqualTo(2);

        Answered beyond = surface.get(RECORDS + "?offset=3");
        assertThat(beyond.status()).isEqualTo(416);
        assertThat(beyond.json().path("kafka_error").textValue()).isEqualTo("OFFSET_OUT_OF_RANGE");
        assertThat(beyond.json().path("high_watermark").longValue()).isEqualTo(2);
        assertThat(surface.send("GET", RECORDS + "?offset=3", OCTETS, "").status())
                .isEqualTo(416);
    }

    @Test
    void anOffsetBeyondTheEndCountsAsAnError() {
        List<Map<String, Long>> errors = new ArrayList<>();
        Observer observer = new Observer() {
            @Override
            public void began(Invocation invocation) {}

            @Override
            public void ended(Invocation invocation, Duration elapsed) {
                errors.add(invocation.errors());
            }
        };
        Invocations invocations = new Invocations(Clock.systemUTC(), Duration.ofSeconds(6), observer);
        FetchHandler handler = new FetchHandler(new Service(
                surface.tidemark(), Surface.CLUSTER, Clock.systemUTC(), invocations, Duration.ofSeconds(15)));

        handler.handleRequest(
                Surface.event("GET", RECORDS + "?offset=1", Map.of(), "", false),
                FixedContext.with(Duration.ofSeconds(25)));

        assertThat(errors).containsExactly(Map.of("OFFSET_OUT_OF_RANGE", 1L));
    }

    @Test
    void recordsOfABatchBeforeTheOffsetAreLeftOut() {
        produce("{}{}{}");
        JsonNode data = surface.get(RECORDS + "?offset=2").json().path("data");
        assertThat(data).extracting(record -> record.path("offset").longValue()).containsExactly(2L);
    }

    @Test
    void maxBytesBoundsTheBatchesButTheFirstAlwaysComes() {
        produce("{}");
        produce("{}");
        JsonNode first = surface.get(RECORDS + "?offset=0&max_bytes=1").json();
        assertThat(first.path("data")).hasSize(1);
        assertThat(first.path("next_offset").longValue()).isEqualTo(1);
        assertThat(surface.get(RECORDS + "?offset=0&max_bytes=1000").json().path("data"))
                .hasSize(2);
    }

    @Test
    void batchesComeVerbatimWithTheirOffsetsAndTheRestInHeaders() {
        Bytes batch = BatchWriter.write(List.of(record(5, "a"), record(6, "b")), Codec.GZIP, Optional.empty(), false);
        Map<String, String> octets = Map.of("content-type", "application/octet-stream");
        surface.sendBinary("POST", RECORDS, octets, batch.toByteArray());
        surface.sendBinary("POST", RECORDS, octets, batch.toByteArray());

        Answered fetched = surface.send("GET", RECORDS + "?offset=1", OCTETS, "");

        assertThat(fetched.type()).isEqualTo("application/octet-stream");
        assertThat(fetched.headers())
                .containsEntry("tidemark-high-watermark", "4")
                .containsEntry("tidemark-last-stable-offset", "4")
                .containsEntry("tidemark-log-start-offset", "0")
                .containsEntry("tidemark-next-offset", "4")
                .containsEntry("tidemark-aborted-transactions", "");
        assertThat(fetched.body().size()).isEqualTo(2 * batch.size());
        assertThat(fetched.body().slice(EPOCH_END, batch.size() - EPOCH_END))
                .isEqualTo(batch.slice(EPOCH_END, batch.size() - EPOCH_END));
        Bytes second = fetched.body().slice(batch.size(), batch.size());
        assertThat(second.asByteBuffer().getLong()).isEqualTo(2);
        assertThat(StoredBatch.at(2, second).verified().records())
                .extracting(record -> record.value().orElseThrow().utf8())
                .containsExactly("a", "b");
    }

    @Test
    void aJsonAnswerStopsBelowTheLimitAndTellsWhereToGoOn() {
        String value = "\\\"".repeat(100_000);
        for (int i = 0; i < 6; i++) {
            produce(("{\"value\":{\"type\":\"STRING\",\"data\":\"" + value + "\"}}").repeat(4));
        }
        List<Long> offsets = new ArrayList<>();
        long next = 0;
        for (int request = 0; next < 24 && request < 24; request++) {
            JsonNode page = surface.get(RECORDS + "?value_format=string&max_bytes=100000000&offset=" + next)
                    .json();
            page.path("data")
                    .forEach(record -> offsets.add(record.path("offset").longValue()));
            next = page.path("next_offset").longValue();
        }
        assertThat(offsets)
                .containsExactlyElementsOf(LongStream.range(0, 24).boxed().toList());
    }

    @Test
    void aRecordThatNoAnswerCarriesIsNamedWithTheWayOut() {
        Bytes batch = BatchWriter.write(
                List.of(new NewRecord(1, Optional.empty(), Optional.of(Bytes.wrap(new byte[5_000_000])), List.of())),
                Codec.GZIP,
                Optional.empty(),
                false);
        surface.sendBinary("POST", RECORDS, Map.of("content-type", "application/octet-stream"), batch.toByteArray());

        Answered refused = surface.get(RECORDS + "?offset=0");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().path("message").textValue())
                .contains("offset 0", "read it with Accept: application/octet-stream");
        assertThat(surface.send("GET", RECORDS + "?offset=0", OCTETS, "").status())
                .isEqualTo(200);
    }

    /** In a batch that is itself too large for a binary answer. */
    @Test
    void theLargestRecordThatIsTakenIsCarriedByAJsonAnswer() {
        String value =
                "{\"value\":{\"type\":\"STRING\",\"data\":\"" + "x".repeat(ProduceLimits.MAX_RECORD_BYTES) + "\"}}";
        produce(value + "{\"value\":{\"type\":\"STRING\",\"data\":\"" + "y".repeat(200_000) + "\"}}");

        assertThat(surface.send("GET", RECORDS + "?offset=0", OCTETS, "").status())
                .isEqualTo(413);
        assertThat(surface.get(RECORDS + "?offset=0").json().path("data")).hasSize(1);
        assertThat(surface.get(RECORDS + "?offset=1").json().path("data")).hasSize(1);
    }

    @Test
    void aBatchThatNoBinaryAnswerCarriesIsNamedWithTheWayOut() {
        String value = "x".repeat(2_400_000);
        produce(("{\"value\":{\"type\":\"STRING\",\"data\":\"" + value + "\"}}").repeat(2));

        Answered refused = surface.send("GET", RECORDS + "?offset=0", OCTETS, "");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().path("message").textValue()).contains("Accept: application/json");
        assertThat(surface.get(RECORDS + "?offset=0&value_format=string").json().path("data"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                            | offset is missing",
                "offset=-1                     | from 0 to 9223372036854775807",
                "offset=0&max_bytes=2147483648 | from 0 to 2147483647",
                "offset=0&max_wait_ms=20001    | from 0 to 20000",
                "offset=0&key_format=avro      | give one of binary, json, string",
                "offset=0&isolation_level=x    | give one of read_committed, read_uncommitted",
            })
    void aBadQueryIsRefusedWithTheReason(String query, String message) {
        Answered refused = surface.get(RECORDS + "?" + query);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }

    @Test
    void formatsAreForJsonOnly() {
        assertThat(surface.send("GET", RECORDS + "?offset=0&key_format=json", OCTETS, "")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theBinaryLimitFillsTheCarriedOne() {
        assertThat((Limits.MAX_BINARY_BYTES + 2L) / 3 * 4).isEqualTo(Limits.MAX_CARRIED_BYTES);
    }

    private void produce(String records) {
        Answered produced = surface.post(TOPICS + "/orders/records", records);
        assertThat(produced.values())
                .allMatch(report -> report.path("error_code").intValue() == 200);
    }

    private static NewRecord record(long timestamp, String value) {
        return new NewRecord(timestamp, Optional.empty(), Optional.of(Bytes.utf8(value)), List.of());
    }
}
