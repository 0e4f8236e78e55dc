package io.tidemark.functions;

import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.Surface.Answered;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupHandlerTest {
    private static final String OFFSET = TOPICS + "/orders/partitions/1/offset?offset_type=";

    private final Surface surface = new Surface();

    @BeforeEach
    void produceThreeRecords() {
        surface.post(TOPICS, "{\"topic_name\":\"orders\",\"partitions_count\":2}");
        for (long timestamp : new long[] {1_000, 3_000, 2_000}) {
            surface.post(TOPICS + "/orders/records", "{\"partition_id\":1,\"timestamp\":" + timestamp + "}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "earliest,                                              0,   -1, 0",
        "latest,                                                3,   -1, 0",
        "max_timestamp,                                         1, 3000, 0",
        "earliest_local,                                        0,   -1, 0",
        "latest_tiered,                                        -1,   -1, -1",
        "earliest_pending_upload,                               0,   -1, 0",
        "latest&isolation_level=read_committed,                 3,   -1, 0",
        "latest&include_timestamps=true,                        3, 2000, 0",
        "earliest&include_timestamps=true,                      0, 1000, 0",
        "timestamp&timestamp=0,                                 0, 1000, 0",
        "timestamp&timestamp=1001,                              1, 3000, 0",
        "timestamp&timestamp=1970-01-01T00:00:01.001Z,          1, 3000, 0",
        "timestamp&timestamp=1970-01-01T02:00:01.001%2B02:00,   1, 3000, 0",
        "timestamp&timestamp=1970-01-01T02:00:01.001+02:00,     1, 3000, 0",
        "timestamp&timestamp=3001,                             -1,   -1, -1",
    })
    void everyTypeIsAnswered(String type, long offset, long timestamp, int leaderEpoch) {
        assertThat(surface.get(OFFSET + type).text())
                .isEqualTo("{\"kind\":\"KafkaPartitionOffset\",\"topic_name\":\"orders\",\"partition_id\":1,"
                        + "\"offset\":%d,\"timestamp\":%d,\"leader_epoch\":%d}"
                                .formatted(offset, timestamp, leaderEpoch));
    }

    @Test
    void bothEndsComeInConfluentsForm() {
        JsonNode both = surface.get(OFFSET + "earliest_and_latest").json();
        assertThat(both.path("kind").textValue()).isEqualTo("KafkaPartitionWithOffsets");
        assertThat(both.path("earliest_offset").longValue()).isZero();
        assertThat(both.path("latest_offset").longValue()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none                          | give one of earliest, earliest_and_latest",
                "timestamp                     | timestamp is missing: give epoch milliseconds",
                "timestamp&timestamp=-1        | timestamp is not a time",
                "timestamp&timestamp=          | timestamp is not a time",
                "latest&timestamp=1            | belongs to offset_type=timestamp",
                "latest&isolation_level=x      | give one of read_committed, read_uncommitted",
                "latest&include_timestamps=yes | give one of false, true",
                "latest&offset_type=latest     | given more than once",
                "latest&leader_epoch=1         | \"leader_epoch\" is unknown here: known are offset_type, timestamp",
            })
    void aBadQueryIsRefusedWithTheReason(String type, String message) {
        Answered refused = surface.get(OFFSET + type);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }

    @Test
    void theTypeIsRequired() {
        Answered refused = surface.get(TOPICS + "/orders/partitions/1/offset");
        assertThat(refused.json().path("message").textValue()).isEqualTo("The query parameter offset_type is missing.");
    }

    @Test
    void anUnknownPartitionIsNotFound() {
        Answered refused = surface.get(TOPICS + "/orders/partitions/2/offset?offset_type=latest");
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.json().path("kafka_error_code").intValue()).isEqualTo(3);
    }

    @Test
    void manyPartitionsAreAnsweredInTheirOrderAndAlone() {
        Answered answered = surface.post("/v3/clusters/test/offsets:list", """
                {"isolation_level":"read_committed","include_timestamps":true,"partitions":[
                 {"topic_name":"orders","partition_id":1,"timestamp":-1},
                 {"topic_name":"a/b","partition_id":0,"timestamp":-1},
                 {"topic_name":"orders","partition_id":5,"timestamp":-1},
                 {"topic_name":"orders","partition_id":0,"timestamp":-7},
                 {"topic_name":"none","partition_id":0,"timestamp":1000}]}""");

        assertThat(answered.json().path("data"))
                .extracting(each -> each.path("topic_name").textValue() + each.path("partition_id") + " "
                        + each.path("offset") + " " + each.path("timestamp") + " "
                        + each.path("kafka_error").textValue())
                .containsExactly(
                        "orders1 3 2000 NONE",
                        "a/b0 -1 -1 INVALID_TOPIC_EXCEPTION",
                        "orders5 -1 -1 UNKNOWN_TOPIC_OR_PARTITION",
                        "orders0 -1 -1 UNSUPPORTED_VERSION",
                        "none0 -1 -1 UNKNOWN_TOPIC_OR_PARTITION");
    }

    @Test
    void aPartitionThatIsNamedTwiceIsRefused() {
        JsonNode data =
                surface.post("/v3/clusters/test/offsets:list", """
                        {"partitions":[{"topic_name":"orders","partition_id":1,"timestamp":-1},
                                       {"topic_name":"orders","partition_id":0,"timestamp":-1},
                                       {"topic_name":"orders","partition_id":1,"timestamp":-2}]}""").json().path("data");
        assertThat(data)
                .extracting(each -> each.path("kafka_error").textValue())
                .containsExactly("INVALID_REQUEST", "NONE", "INVALID_REQUEST");
    }

    @ParameterizedTest
    @CsvSource({"999,200", "1000,200", "1001,400"})
    void aRequestHasAtMost1000Partitions(int count, int status) {
        String one = "{\"topic_name\":\"none\",\"partition_id\":0,\"timestamp\":-1}";
        String body = "{\"partitions\":[" + (one + ",").repeat(count - 1) + one + "]}";
        assertThat(surface.post("/v3/clusters/test/offsets:list", body).status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                           | partitions is missing",
                "{\"partitions\":[{}]}        | partitions[0]: topic_name is missing",
                "{\"partitions\":[{\"topic_name\":\"a\",\"partition_id\":0}]} | timestamp is missing",
                "{\"partitions\":[{\"topic_name\":\"a\",\"partition_id\":0,\"timestamp\":\"now\"}]} | whole number",
                "{\"partitions\":[],\"isolation_level\":\"x\"} | give one of read_committed, read_uncommitted",
                "{\"partitions\":[],\"include_timestamps\":1} | include_timestamps is neither true nor false",
            })
    void aMalformedListIsRefused(String body, String message) {
        Answered refused = surface.post("/v3/clusters/test/offsets:list", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }
}
