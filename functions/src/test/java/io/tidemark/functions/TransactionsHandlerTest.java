package io.tidemark.functions;

import static io.tidemark.functions.Surface.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.Surface.Answered;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionsHandlerTest {
    private static final String CLUSTER = "/v3/clusters/test";
    private static final String PRODUCERS = CLUSTER + "/producers";
    private static final String TRANSACTIONS = CLUSTER + "/transactions";

    private final Surface surface = new Surface();

    @BeforeEach
    void createTheTopic() {
        surface.post(TOPICS, "{\"topic_name\":\"orders\",\"partitions_count\":2}");
    }

    @Test
    void anIdempotentProducerGetsAnIdOfItsOwn() {
        assertThat(surface.post(PRODUCERS, "{}").text()).isEqualTo("{\"producer_id\":0,\"producer_epoch\":0}");
        assertThat(surface.post(PRODUCERS, "{\"transactional_id\":null,\"transaction_timeout_ms\":-1}")
                        .text())
                .isEqualTo("{\"producer_id\":1,\"producer_epoch\":0}");
    }

    @Test
    void aTransactionIsVisibleAsAWholeWhenItIsCommitted() {
        init("pay");
        produce("pay", 0, 0, 0);
        produce("pay", 1, 0, 0);
        assertThat(visible(0)).isEmpty();

        assertThat(end("pay", 0, true).text())
                .isEqualTo("{\"state\":\"CompleteCommit\",\"producer_id\":0,\"producer_epoch\":1}");
        assertThat(visible(0)).containsExactly(0L);
        assertThat(visible(1)).containsExactly(0L);
    }

    @Test
    void anAbortedTransactionIsNeverVisible() {
        init("pay");
        produce("pay", 0, 0, 0);
        assertThat(end("pay", 0, false).text())
                .isEqualTo("{\"state\":\"CompleteAbort\",\"producer_id\":0,\"producer_epoch\":1}");
        produce("pay", 0, 1, 0);
        end("pay", 1, true);

        assertThat(visible(0)).containsExactly(2L);
    }

    @Test
    void batchesComeWithTheAbortedTransactionsInAHeader() {
        init("pay");
        produce("pay", 0, 0, 0);
        end("pay", 0, false);
        produce("pay", 0, 1, 0);
        Map<String, String> octets = Map.of("accept", "application/octet-stream");

        String records = TOPICS + "/orders/partitions/0/records?offset=0&isolation_level=";
        assertThat(surface.send("GET", records + "read_committed", octets, "").headers())
                .containsEntry("tidemark-aborted-transactions", "0:0")
                .containsEntry("tidemark-last-stable-offset", "2")
                .containsEntry("tidemark-next-offset", "2");
        assertThat(surface.send("GET", records + "read_uncommitted", octets, "").headers())
                .containsEntry("tidemark-aborted-transactions", "")
                .containsEntry("tidemark-next-offset", "3");
    }

    @Test
    void aTransactionalIdIsDescribed() {
        init("pay");
        produce("pay", 1, 0, 0);

        assertThat(surface.get(TRANSACTIONS + "/pay").text())
                .isEqualTo(
                        "{\"kind\":\"KafkaTransaction\",\"metadata\":{\"self\":\"/v3/clusters/test/transactions/pay\","
                                + "\"resource_name\":\"crn:///kafka=test/transaction=pay\"},\"cluster_id\":\"test\","
                                + "\"transactional_id\":\"pay\",\"state\":\"Ongoing\",\"producer_id\":0,\"producer_epoch\":0,"
                                + "\"transaction_timeout_ms\":60000,\"start_timestamp\":1777636800000,"
                                + "\"partitions\":[{\"topic_name\":\"orders\",\"partition_id\":1}]}");
        end("pay", 0, true);
        JsonNode ended = surface.get(TRANSACTIONS + "/pay").json();
        assertThat(ended.path("state").textValue()).isEqualTo("CompleteCommit");
        assertThat(ended.path("start_timestamp").isNull()).isTrue();
        assertThat(ended.path("partitions")).isEmpty();
    }

    @Test
    void anIdWithASlashOrAColonHasItsOwnAddress() {
        init("a/b:end");
        JsonNode described = surface.get(TRANSACTIONS + "/a%2Fb%3Aend").json();

        assertThat(described.path("transactional_id").textValue()).isEqualTo("a/b:end");
        assertThat(surface.get(described.at("/metadata/self").textValue()).json())
                .isEqualTo(described);
        assertThat(surface.post(
                                TRANSACTIONS + "/a%2Fb:end:end",
                                "{\"producer_id\":0,\"producer_epoch\":0,\"committed\":false}")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50% | 50%25",
                "a%20b | a%2520b",
                "a/b?c#d | a%2Fb%3Fc%23d",
                "a+b ä | a%2Bb%20%C3%A4",
                "- | -",
                ". | .",
                ".. | .."
            })
    void anyIdGetsThroughInTheQuery(String id, String encoded) {
        init(id);
        String address = TRANSACTIONS + "/-?transactional_id=" + encoded;
        String end = "{\"producer_id\":0,\"producer_epoch\":0,\"committed\":false}";

        JsonNode described = surface.get(address).json();
        assertThat(described.path("transactional_id").textValue()).isEqualTo(id);
        String self = described.at("/metadata/self").textValue();
        // clients take dots out of a path before they send it
        assertThat(URI.create(self).normalize()).hasToString(self);
        assertThat(surface.get(self).json()).isEqualTo(described);
        assertThat(surface.post(TRANSACTIONS + "/-:end?transactional_id=" + encoded, end)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anIdIsInThePathOrInTheQuery() {
        init("pay");
        Answered refused = surface.get(TRANSACTIONS + "/pay?transactional_id=pay");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains("given twice", "the path has -");
    }

    @ParameterizedTest
    @CsvSource({"50%", "a%20b", "a b", "a+b", "ä", "a:b", "a#b"})
    void whatApiGatewayHasDecodedIsNotDecodedOnceMore(String id) {
        init(id);

        assertThat(routed("GET", "", id, "").json().path("transactional_id").textValue())
                .isEqualTo(id);
        String end = "{\"producer_id\":0,\"producer_epoch\":0,\"committed\":false}";
        assertThat(routed("POST", ":end", id, end).status()).isEqualTo(200);
    }

    @Test
    void aSlashThatApiGatewayHasDecodedPartsThePath() {
        init("a/b");

        assertThat(routed("GET", "", "a/b", "").status()).isEqualTo(404);
    }

    @Test
    void aListGoesOnWhereItsPageEnded() {
        for (int i = 0; i < 101; i++) {
            init("pay-%03d".formatted(i));
        }
        List<String> ids = new ArrayList<>();
        String next = TRANSACTIONS;
        while (next != null) {
            JsonNode page = surface.get(next).json();
            page.path("data")
                    .forEach(each -> ids.add(each.path("transactional_id").textValue()));
            next = page.at("/metadata/next").textValue();
        }

        assertThat(ids).hasSize(101).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void anUnknownIdIsNotFound() {
        Answered answered = surface.get(TRANSACTIONS + "/none");

        assertThat(answered.status()).isEqualTo(404);
        assertThat(answered.json().path("kafka_error").textValue()).isEqualTo("TRANSACTIONAL_ID_NOT_FOUND");
    }

    @Test
    void noProducerIdIsMinusOneAsInKafka() {
        init("pay");

        assertThat(surface.post(PRODUCERS, "{\"transactional_id\":\"pay\",\"producer_id\":-1,\"producer_epoch\":-1}")
                        .text())
                .isEqualTo("{\"producer_id\":0,\"producer_epoch\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"transactional_id\":\"\"}                                     | 400 | INVALID_REQUEST",
                "{\"transactional_id\":\"t\",\"transaction_timeout_ms\":0}      | 400 | INVALID_TRANSACTION_TIMEOUT",
                "{\"transactional_id\":\"t\",\"transaction_timeout_ms\":900001} | 400 | INVALID_TRANSACTION_TIMEOUT",
                "{\"transactional_id\":\"t\",\"producer_id\":5}                 | 400 | INVALID_REQUEST",
                "{\"transactional_id\":\"t\",\"producer_id\":5,\"producer_epoch\":-1}   | 400 | INVALID_REQUEST",
                "{\"transactional_id\":\"t\",\"producer_id\":-1,\"producer_epoch\":0}   | 400 | INVALID_REQUEST",
                "{\"transactional_id\":\"pay\",\"producer_id\":5,\"producer_epoch\":0}  | 409 | PRODUCER_FENCED",
                "{\"transactional_id\":\"pay\",\"producer_id\":0,\"producer_epoch\":-3} | 409 | PRODUCER_FENCED",
            })
    void aBadProducerIsRefusedByKafkasName(String body, int status, String error) {
        init("pay");
        Answered refused = surface.post(PRODUCERS, body);

        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo(error);
        assertThat(surface.get(TRANSACTIONS).json().path("data")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "none, 0,  0, true,  INVALID_PRODUCER_ID_MAPPING",
        "pay,  7,  0, true,  INVALID_PRODUCER_ID_MAPPING",
        "pay, -1,  0, true,  INVALID_PRODUCER_ID_MAPPING",
        "pay,  0,  1, true,  PRODUCER_FENCED",
        "pay,  0, -1, false, PRODUCER_FENCED",
        "pay,  0,  0, true,  INVALID_TXN_STATE",
    })
    void aBadEndIsRefusedByKafkasName(String id, long producerId, int epoch, boolean committed, String error) {
        init("pay");
        String before = surface.get(TRANSACTIONS).text();
        Answered refused = surface.post(
                TRANSACTIONS + "/" + id + ":end",
                "{\"producer_id\":%d,\"producer_epoch\":%d,\"committed\":%b}".formatted(producerId, epoch, committed));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().path("kafka_error").textValue()).isEqualTo(error);
        assertThat(surface.get(TRANSACTIONS).text()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"producer_id\":0,\"producer_epoch\":0}                            | committed is missing",
                "{\"producer_id\":0,\"committed\":true}                              | producer_epoch is missing",
                "{\"producer_id\":0,\"producer_epoch\":40000,\"committed\":true}     | whole number from -32768",
                "{\"producer_id\":0,\"producer_epoch\":0,\"committed\":\"yes\"}      | neither true nor false",
                "{\"producer_id\":0,\"producer_epoch\":0,\"commit\":true}            | unknown field",
            })
    void aMalformedEndIsRefused(String body, String message) {
        Answered refused = surface.post(TRANSACTIONS + "/pay:end", body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("message").textValue()).contains(message);
    }

    @Test
    void aTransactionalIdIsEndedNotPosted() {
        Answered refused = surface.post(TRANSACTIONS + "/pay", "{}");

        assertThat(refused.status()).isEqualTo(405);
    }

    @Test
    void produceWithoutAProducerIdOfTheTransactionalIdIsRefused() {
        init("pay");

        assertThat(produced("pay", 0, 0, 5, 0).path("kafka_error").textValue())
                .isEqualTo("INVALID_PRODUCER_ID_MAPPING");
        assertThat(produced("none", 0, 0, 0, 0).path("kafka_error").textValue())
                .isEqualTo("INVALID_PRODUCER_ID_MAPPING");
        assertThat(produced("pay", 0, 1, 0, 0).path("kafka_error").textValue()).isEqualTo("INVALID_PRODUCER_EPOCH");
        assertThat(surface.get(TOPICS + "/orders/partitions/0/offset?offset_type=latest")
                        .json()
                        .path("offset")
                        .longValue())
                .isZero();
    }

    /** As by API Gateway, which has found the route and so names it. */
    private Answered routed(String method, String verb, String id, String body) {
        APIGatewayV2HTTPEvent event = Surface.event(
                method, TRANSACTIONS + "/" + id + verb, Map.of("content-type", "application/json"), body, false);
        event.setRouteKey(method + " /v3/clusters/{cluster_id}/transactions/{transactional_id}");
        return surface.answer(event);
    }

    private void init(String id) {
        assertThat(surface.post(PRODUCERS, "{\"transactional_id\":\"" + id + "\"}")
                        .status())
                .isEqualTo(200);
    }

    private void produce(String id, int partition, int epoch, int sequence) {
        assertThat(produced(id, partition, epoch, 0, sequence)
                        .path("error_code")
                        .intValue())
                .isEqualTo(200);
    }

    private JsonNode produced(String id, int partition, int epoch, long producerId, int sequence) {
        String body = "{\"partition_id\":%d,\"transactional_id\":\"%s\",\"producer_id\":%d,\"producer_epoch\":%d,"
                        .formatted(partition, id, producerId, epoch)
                + "\"base_sequence\":" + sequence + ",\"timestamp\":5}";
        return surface.post(TOPICS + "/orders/records", body).values().get(0);
    }

    private Answered end(String id, int epoch, boolean committed) {
        return surface.post(
                TRANSACTIONS + "/" + id + ":end",
                "{\"producer_id\":0,\"producer_epoch\":%d,\"committed\":%b}".formatted(epoch, committed));
    }

    private List<Long> visible(int partition) {
        List<Long> offsets = new ArrayList<>();
        surface.get(TOPICS + "/orders/partitions/" + partition + "/records?offset=0&isolation_level=read_committed")
                .json()
                .path("data")
                .forEach(each -> offsets.add(each.path("offset").longValue()));
        return offsets;
    }
}
