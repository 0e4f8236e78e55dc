package io.tidemark.functions;

import static io.tidemark.functions.Surface.NOW;
import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.Surface.Answered;
import io.tidemark.functions.http.Limits;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProduceHandlerTest {
    private static final String RECORDS = TOPICS + "/orders/records";
    private static final String BATCH = TOPICS + "/orders/records:batch";
    private static final String RAW = TOPICS + "/orders/partitions/0/records";
    private static final Map<String, String> OCTETS = Map.of("content-type", "application/octet-stream");

    private final Surface surface = new Surface();

    @BeforeEach
    void createOrders() {
        surface.post(TOPICS, "{\"topic_name\":\"orders\",\"partitions_count\":2}");
    }

    @Test
    void aRecordIsReportedWithPlaceTimeAndSizes() {
        Answered answered = surface.post(RECORDS, """
                {"partition_id":1,"key":{"type":"STRING","data":"ä"},"value":{"type":"JSON","data":{"n": 1.50}},
                 "headers":[{"name":"h","value":"AQI="},{"name":"h","value":null}],
                 "timestamp":"2026-05-01T13:59:59.5+02:00"}""");

        assertThat(answered.status()).isEqualTo(200);
        assertThat(answered.text())
                .isEqualTo("{\"error_code\":200,\"cluster_id\":\"test\",\"topic_name\":\"orders\",\"partition_id\":1,"
                        + "\"offset\":0,\"timestamp\":" + (NOW.toEpochMilli() - 500)
                        + ",\"key\":{\"type\":\"STRING\",\"size\":2},\"value\":{\"type\":\"JSON\",\"size\":10}}\n");
    }

    @Test
    void recordsOneAfterAnotherAreReportedInTheirOrder() {
        List<JsonNode> reports = surface.post(RECORDS, """
                        {"partition_id":0}{"partition_id":1,"timestamp":7}
                        {"partition_id":0,"value":{"type":"BINARY","data":"AA=="}}""").values();

        assertThat(reports)
                .extracting(report -> report.path("partition_id").intValue() + ":"
                        + report.path("offset").longValue())
                .containsExactly("0:0", "1:0", "0:1");
        assertThat(reports)
                .extracting(report -> report.path("timestamp").longValue())
                .containsExactly(NOW.toEpochMilli(), 7L, NOW.toEpochMilli());
    }

    @Test
    void aRecordThatIsRefusedLeavesTheOthersAlone() {
        List<JsonNode> reports = surface.post(RECORDS, """
                        {"partition_id":0}
                        {"partition_id":0,"timestamp":"2026-05-01T14:00:00Z"}
                        {"partition_id":7}
                        {"partition_id":0}""").values();

        assertThat(reports)
                .extracting(report -> report.path("error_code").intValue())
                .containsExactly(200, 42200, 40403, 200);
        assertThat(reports.get(1).path("kafka_error").textValue()).isEqualTo("INVALID_TIMESTAMP");
        assertThat(reports.get(3).path("offset").longValue()).isEqualTo(1);
    }

    @Test
    void entriesAreReportedByTheirIds() {
        Answered answered = surface.post(BATCH, """
                {"entries":[{"id":"a","partition_id":0},{"id":"b","partition_id":9},{"id":"c","partition_id":0}]}""");

        assertThat(answered.status()).isEqualTo(207);
        assertThat(answered.json().path("successes"))
                .extracting(entry ->
                        entry.path("id").textValue() + entry.path("offset").longValue())
                .containsExactly("a0", "c1");
        assertThat(answered.json().at("/failures/0/kafka_error").textValue()).isEqualTo("UNKNOWN_TOPIC_OR_PARTITION");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                          | The body is empty",
                "[{}]                                        | Record 1 is not a JSON object",
                "{} 7                                        | Record 2 is not a JSON object",
                "{} {                                        | The body is not valid JSON",
                "{} {\"partition\":0}                        | Record 2 has the unknown field \"partition\"",
                "{\"partition_id\":2147483648}               | partition_id is not a whole number",
                "{\"partition_id\":\"0\"}                    | partition_id is not a whole number",
                "{\"key\":\"k\"}                             | Record 1, key is not a JSON object",
                "{\"key\":{\"data\":\"k\"}}                  | Record 1, key: type is missing",
                "{\"key\":{\"type\":\"AVRO\",\"data\":1}}    | give one of BINARY, JSON, STRING",
                "{\"key\":{\"type\":\"STRING\",\"data\":1}}  | data of type STRING is not a string",
                "{\"value\":{\"type\":\"BINARY\",\"data\":\"?\"}} | is not base64",
                "{\"value\":{\"type\":\"STRING\",\"data\":\"\\ud800\"}} | half a surrogate pair",
                "{\"value\":{\"type\":\"JSON\",\"data\":[\"\\ud800\"]}} | half a surrogate pair",
                "{\"timestamp\":-1}                          | timestamp is not a time",
                "{\"timestamp\":1.5}                         | timestamp is not a time",
                "{\"timestamp\":9e9999999999}                | a number that is too large or too small",
                "{\"timestamp\":\"yesterday\"}               | give epoch milliseconds of 0 or above",
                "{\"headers\":[{\"value\":\"AA==\"}]}        | headers[0]: name is missing",
                "{\"headers\":[{\"name\":\"h\",\"value\":1}]} | headers[0]: value is not a string",
                "{\"headers\":[{\"name\":\"h\",\"value\":\"?\"}]} | headers[0]: value is not base64",
                "{} {\"producer_id\":1}                      | Record 2 has the unknown field \"producer_id\"",
                "{\"producer_id\":1}                         | belong together",
                "{\"transactional_id\":\"t\"}                | also needs producer_id",
                "{\"producer_epoch\":32768}                  | from -32768 to 32767",
            })
    void nothingOfAMalformedRequestIsStored(String body, String message) {
        Answered refused = surface.post(RECORDS, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                     | entries is missing or empty",
                "{\"entries\":[]}                       | entries is missing or empty",
                "{\"entries\":[{}]}                     | entries[0]: id is missing",
                "{\"entries\":[{\"id\":\"\"}]}          | not 1 to 80 characters",
                "{\"entries\":[{\"id\":\"a\"},{\"id\":\"a\"}]} | entries[1]: id is \"a\", as in an earlier entry",
                "{\"entries\":[{\"id\":\"a\"},{\"id\":\"b\",\"key\":0}]} | entries[1], key is not a JSON object",
            })
    void nothingOfAMalformedBatchIsStored(String body, String message) {
        Answered refused = surface.post(BATCH, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource({"79,207", "80,207", "81,400"})
    void anIdHasAtMost80Characters(int length, int status) {
        assertThat(surface.post(BATCH, "{\"entries\":[{\"id\":\"" + "x".repeat(length) + "\"}]}")
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"4999,200", "5000,200", "5001,400"})
    void aRequestHasAtMost5000Records(int count, int status) {
        assertThat(surface.post(RECORDS, "{}".repeat(count)).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"-1,200", "0,200", "1,413"})
    void aBodyIsBounded(int above, int status) {
        String padded = "{}" + " ".repeat(Limits.MAX_CARRIED_BYTES + above - 2);
        Answered answered = surface.post(RECORDS, padded);
        assertThat(answered.status()).isEqualTo(status);
        if (status == 413) {
            assertThat(answered.json().path("message").textValue())
                    .contains("6000000 bytes of text", "4500000 bytes of binary", "several requests");
        }
    }

    @Test
    void aRawBatchIsStoredAndToldItsOffsets() {
        Bytes batch = BatchWriter.write(List.of(record("a"), record("b")), Codec.GZIP, Optional.empty(), false);
        surface.sendBinary("POST", RAW, OCTETS, batch.toByteArray());
        Answered second = surface.sendBinary("POST", RAW, OCTETS, batch.toByteArray());

        assertThat(second.text())
                .isEqualTo("{\"partition_id\":0,\"base_offset\":2,\"last_offset\":3,\"log_append_time\":-1,"
                        + "\"log_start_offset\":0}");
    }

    @Test
    void aRawBatchThatIsCutIsRefusedWithKafkasName() {
        byte[] batch = BatchWriter.write(List.of(record("a")), Codec.UNCOMPRESSED, Optional.empty(), false)
                .slice(0, 60)
                .toByteArray();
        Answered refused = surface.sendBinary("POST", RAW, OCTETS, batch);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo("INVALID_RECORD");
    }

    @Test
    void aRawBatchThatWasDamagedOnItsWayIsTheSendersToSendAgain() {
        byte[] batch = BatchWriter.write(List.of(record("a")), Codec.UNCOMPRESSED, Optional.empty(), false)
                .toByteArray();
        batch[batch.length - 1] ^= 1;
        Answered refused = surface.sendBinary("POST", RAW, OCTETS, batch);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo("CORRUPT_MESSAGE");
    }

    @Test
    void aRepeatedIdempotentRequestAnswersItsFirstOffset() {
        String body =
                "{\"partition_id\":0,\"producer_id\":5,\"producer_epoch\":0,\"base_sequence\":0}{\"partition_id\":0}";
        List<JsonNode> first = surface.post(RECORDS, body).values();
        List<JsonNode> again = surface.post(RECORDS, body).values();

        assertThat(again).isEqualTo(first);
        assertThat(highWatermark()).isEqualTo(2);
    }

    @Test
    void anIdempotentRecordThatCouldGoAnywhereIsRefused() {
        String producer = "\"producer_id\":5,\"producer_epoch\":0,\"base_sequence\":0";
        JsonNode refused = surface.post(RECORDS, "{" + producer + "}").values().get(0);
        assertThat(refused.path("kafka_error").textValue()).isEqualTo("INVALID_REQUEST");
        assertThat(refused.path("message").textValue()).contains("needs a partition");
        assertNothingIsStored();

        String keyed = "{\"key\":{\"type\":\"STRING\",\"data\":\"k\"}," + producer + "}";
        List<JsonNode> first = surface.post(RECORDS, keyed).values();
        assertThat(first.get(0).path("error_code").intValue()).isEqualTo(200);
        assertThat(surface.post(RECORDS, keyed).values()).isEqualTo(first);
    }

    @Test
    void aProducerMayComeInHeadersButNotTwice() {
        Map<String, String> headers = Map.of(
                "content-type", "application/json",
                "tidemark-producer-id", "5",
                "tidemark-producer-epoch", "0",
                "tidemark-base-sequence", "3");
        String record = "{\"partition_id\":0}";
        assertThat(surface.send("POST", RECORDS, headers, record)
                        .values()
                        .get(0)
                        .path("offset")
                        .longValue())
                .isZero();
        JsonNode gap =
                surface.send("POST", RECORDS, headers, record + record).values().get(0);
        assertThat(gap.path("kafka_error").textValue()).isEqualTo("OUT_OF_ORDER_SEQUENCE_NUMBER");
        assertThat(gap.path("error_code").intValue()).isEqualTo(40900);

        Answered twice = surface.send("POST", RECORDS, headers, "{\"producer_id\":5}");
        assertThat(twice.json().path("message").textValue()).contains("not both");
    }

    @ParameterizedTest
    @CsvSource({"5, 0, -1", "5, -1, 0", "5, -1, -1", "-7, 0, 0"})
    void negativeNumbersOfAProducerAreRefusedByKafkasName(long id, int epoch, int sequence) {
        String fields = "{\"partition_id\":0,\"producer_id\":%d,\"producer_epoch\":%d,\"base_sequence\":%d}"
                .formatted(id, epoch, sequence);
        Map<String, String> headers = Map.of(
                "content-type", "application/json",
                "tidemark-producer-id", Long.toString(id),
                "tidemark-producer-epoch", Integer.toString(epoch),
                "tidemark-base-sequence", Integer.toString(sequence));

        for (Answered refused : List.of(
                surface.post(RECORDS, fields), surface.send("POST", RECORDS, headers, "{\"partition_id\":0}"))) {
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.json().path("kafka_error").textValue()).isEqualTo("INVALID_RECORD");
        }
        assertNothingIsStored();
    }

    @Test
    void aProducerIdOfMinusOneIsNoneAsInKafka() {
        String record = "{\"partition_id\":0,\"producer_id\":-1,\"producer_epoch\":-1,\"base_sequence\":-1}";
        surface.post(RECORDS, record);
        surface.post(RECORDS, record);

        assertThat(highWatermark()).isEqualTo(2);
    }

    @Test
    void aTransactionalBatchNeedsItsOwnersId() {
        byte[] batch = BatchWriter.write(
                        List.of(record("a")), Codec.UNCOMPRESSED, Optional.of(new ProducerStamp(1, (short) 0, 0)), true)
                .toByteArray();
        Answered refused = surface.sendBinary("POST", RAW, OCTETS, batch);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo("TRANSACTIONAL_ID_AUTHORIZATION_FAILED");
    }

    @Test
    void theOwnersIdOfARawBatchMayBeAnyInTheQuery() {
        surface.post("/v3/clusters/test/producers", "{\"transactional_id\":\"ä/b\"}");
        byte[] batch = BatchWriter.write(
                        List.of(record("a")), Codec.UNCOMPRESSED, Optional.of(new ProducerStamp(0, (short) 0, 0)), true)
                .toByteArray();
        Map<String, String> both = Map.of("content-type", "application/octet-stream", "tidemark-transactional-id", "b");

        assertThat(surface.sendBinary("POST", RAW + "?transactional_id=b", both, batch)
                        .status())
                .isEqualTo(400);
        assertNothingIsStored();
        assertThat(surface.sendBinary("POST", RAW + "?transactional_id=%C3%A4%2Fb", OCTETS, batch)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anUnknownTopicIsNotFound() {
        assertThat(surface.post(TOPICS + "/none/records", "{}")
                        .values()
                        .get(0)
                        .path("error_code")
                        .intValue())
                .isEqualTo(40403);
        assertThat(surface.sendBinary(
                                "POST",
                                TOPICS + "/none/partitions/0/records",
                                OCTETS,
                                BatchWriter.write(List.of(record("a")), Codec.LZ4, Optional.empty(), false)
                                        .toByteArray())
                        .status())
                .isEqualTo(404);
    }

    private void assertNothingIsStored() {
        assertThat(highWatermark()).isZero();
    }

    private long highWatermark() {
        return surface.get(TOPICS + "/orders/partitions/0/offset?offset_type=latest")
                .json()
                .path("offset")
                .longValue();
    }

    private static NewRecord record(String value) {
        return new NewRecord(5, Optional.empty(), Optional.of(Bytes.utf8(value)), List.of());
    }
}
