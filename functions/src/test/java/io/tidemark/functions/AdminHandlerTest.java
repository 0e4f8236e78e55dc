package io.tidemark.functions;

import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.Surface.Answered;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminHandlerTest {
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");
    private static final String ORDERS = TOPICS + "/orders";

    private final Surface surface = new Surface();

    @BeforeEach
    void createOrders() {
        Answered created = surface.post(TOPICS, """
                {"topic_name":"orders","partitions_count":3,"configs":[{"name":"retention.ms","value":"-1"}]}""");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().path("partitions_count").intValue()).isEqualTo(3);
    }

    @Test
    void theClusterIsTheOneThatIsConfigured() {
        assertThat(surface.get("/v3/clusters").json().at("/data/0/cluster_id").textValue())
                .isEqualTo("test");
        assertThat(surface.get("/v3/clusters/test").json().path("kind").textValue())
                .isEqualTo("KafkaCluster");
        Answered other = surface.get("/v3/clusters/other");
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.json().path("error_code").intValue()).isEqualTo(40401);
    }

    @Test
    void aTopicIsListedAndShownUntilItIsDeleted() {
        assertThat(surface.get(TOPICS).json().at("/data/0/topic_name").textValue())
                .isEqualTo("orders");
        assertThat(surface.get(ORDERS).json().path("topic_id").textValue()).hasSize(36);

        assertThat(surface.send("DELETE", ORDERS, Map.of(), "").status()).isEqualTo(204);

        assertThat(surface.get(TOPICS).json().path("data")).isEmpty();
        Answered gone = surface.get(ORDERS);
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.json().path("error_code").intValue()).isEqualTo(40403);
        assertThat(gone.json().path("kafka_error").textValue()).isEqualTo("UNKNOWN_TOPIC_OR_PARTITION");
    }

    @Test
    void aLongListGoesOnWhereItsLinkSays() {
        for (int i = 0; i < 1_100; i++) {
            surface.post(TOPICS, "{\"topic_name\":\"t%04d\"}".formatted(i));
        }
        JsonNode first = surface.get(TOPICS).json();
        String next = first.at("/metadata/next").textValue();
        JsonNode second = surface.get(next).json();

        assertThat(first.path("data").size() + second.path("data").size()).isEqualTo(1_101);
        assertThat(second.at("/metadata/next").isNull()).isTrue();
        assertThat(surface.get(TOPICS + "?page_token=%00").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"topic_name\":\"orders\"} | TOPIC_ALREADY_EXISTS",
                "{\"topic_name\":\"a/b\"} | INVALID_TOPIC_EXCEPTION",
                "{\"topic_name\":\"b\",\"partitions_count\":0} | INVALID_PARTITIONS",
                "{\"topic_name\":\"b\",\"configs\":[{\"name\":\"no.such\",\"value\":\"1\"}]} | INVALID_CONFIG",
            })
    void aTopicThatKafkaRefusesIsRefusedWithItsName(String body, String error) {
        Answered refused = surface.post(TOPICS, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("error_code").intValue()).isEqualTo(40002);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo(error);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | The body: topic_name is missing.",
                "[] | The body is not a JSON object.",
                "'' | The body is empty",
                "{\"topic_name\":7} | The body: topic_name is not a string.",
                "{\"topic_name\":\"b\",\"replication_factor\":3} | unknown field \"replication_factor\": known are topic_name",
                "{\"topic_name\":\"b\",\"partitions_count\":1.0} | partitions_count is not a whole number",
                "{\"topic_name\":\"b\",\"configs\":{}} | configs is not an array",
                "{\"topic_name\":\"b\",\"configs\":[{\"name\":\"a\",\"value\":1}]} | configs[0]: value is not a string",
                "{\"topic_name\":\"b\",\"configs\":[{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"a\",\"value\":\"2\"}]} | the same",
            })
    void aMalformedTopicIsRefusedWithTheReason(String body, String message) {
        Answered refused = surface.post(TOPICS, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("error_code").intValue()).isEqualTo(40000);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }

    @Test
    void aConfigIsOverriddenAndReset() {
        String config = ORDERS + "/configs/retention.bytes";
        assertThat(surface.send("PUT", config, JSON, "{\"value\":\"1000\"}").status())
                .isEqualTo(204);
        JsonNode changed = surface.get(config).json();
        assertThat(changed.path("value").textValue()).isEqualTo("1000");
        assertThat(changed.path("is_default").booleanValue()).isFalse();
        assertThat(changed.path("synonyms")).hasSize(2);

        assertThat(surface.send("DELETE", config, Map.of(), "").status()).isEqualTo(204);
        JsonNode reset = surface.get(config).json();
        assertThat(reset.path("value").textValue()).isEqualTo("-1");
        assertThat(reset.path("source").textValue()).isEqualTo("DEFAULT_CONFIG");
    }

    @Test
    void severalConfigsAreAlteredTogetherOrNotAtAll() {
        String alter = ORDERS + "/configs:alter";
        assertThat(surface.post(alter, """
                                {"data":[{"name":"retention.ms","operation":"DELETE"},
                                         {"name":"cleanup.policy","value":"compact"}]}""").status()).isEqualTo(204);
        assertThat(value("retention.ms")).isEqualTo("604800000");
        assertThat(value("cleanup.policy")).isEqualTo("compact");

        Answered refused = surface.post(alter, """
                {"data":[{"name":"cleanup.policy","operation":"DELETE"},
                         {"name":"retention.ms","operation":"SET","value":"x"}]}""");
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo("INVALID_CONFIG");
        assertThat(value("cleanup.policy")).isEqualTo("compact");
    }

    @Test
    void configsAreListedAndAnUnknownOneIsNotFound() {
        assertThat(surface.get(ORDERS + "/configs").json().path("data"))
                .hasSizeGreaterThan(20)
                .anySatisfy(
                        config -> assertThat(config.path("name").textValue()).isEqualTo("max.message.bytes"));
        assertThat(surface.get(ORDERS + "/configs/no.such")
                        .json()
                        .path("error_code")
                        .intValue())
                .isEqualTo(40400);
    }

    @Test
    void partitionsAreThoseOfTheTopic() {
        assertThat(surface.get(ORDERS + "/partitions").json().path("data")).hasSize(3);
        assertThat(surface.get(ORDERS + "/partitions/2")
                        .json()
                        .path("partition_id")
                        .intValue())
                .isEqualTo(2);
        assertThat(surface.get(ORDERS + "/partitions/3")
                        .json()
                        .path("error_code")
                        .intValue())
                .isEqualTo(40402);
        assertThat(surface.get(ORDERS + "/partitions/-1")
                        .json()
                        .path("error_code")
                        .intValue())
                .isEqualTo(40402);
        assertThat(surface.get(ORDERS + "/partitions/x").status()).isEqualTo(400);
        assertThat(surface.get(ORDERS + "/partitions/2147483648").status()).isEqualTo(400);
    }

    @Test
    void recordsAreDeletedPartitionByPartition() {
        surface.post(ORDERS + "/records", "{\"partition_id\":1} {\"partition_id\":1} {\"partition_id\":2}");

        Answered deleted = surface.post(ORDERS + "/records:delete", """
                {"partitions":[{"partition_id":1,"before_offset":1},{"partition_id":9,"before_offset":1},
                               {"partition_id":2,"before_offset":-1},{"partition_id":0,"before_offset":5}]}""");

        assertThat(deleted.json().path("data"))
                .extracting(each -> each.path("low_watermark").longValue() + " "
                        + each.path("kafka_error").textValue())
                .containsExactly("1 NONE", "-1 UNKNOWN_TOPIC_OR_PARTITION", "1 NONE", "-1 OFFSET_OUT_OF_RANGE");
    }

    private String value(String config) {
        return surface.get(ORDERS + "/configs/" + config).json().path("value").textValue();
    }
}
