package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.route.Routes;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.EndedTransaction;
import io.tidemark.transaction.InitProducerRequest;
import io.tidemark.transaction.TransactionDescription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Producers and transactions in JSON. */
public final class TransactionBodies {
    /** Kafka's {@code transaction.timeout.ms} of a producer. */
    private static final long DEFAULT_TIMEOUT_MS = 60_000;

    /** How Kafka writes that a producer has no id or epoch yet. */
    private static final long NONE = -1;

    private static final String TRANSACTIONS = "transactions";

    /** Segments of a path that mean no name (RFC 3986, 5.2.4). */
    private static final Set<String> DOTS = Set.of(".", "..");

    private TransactionBodies() {}

    /** Numbers that make no sense are Kafka's to refuse, by its errors. */
    public static InitProducerRequest readInit(String text) {
        Fields body = Fields.of(
                "The body",
                Json.read(text),
                List.of("transactional_id", "transaction_timeout_ms", "producer_id", "producer_epoch"));
        return new InitProducerRequest(
                body.text("transactional_id"),
                Duration.ofMillis(body.number("transaction_timeout_ms", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .orElse(DEFAULT_TIMEOUT_MS)),
                body.number("producer_id", Long.MIN_VALUE, Long.MAX_VALUE).filter(id -> id != NONE),
                body.number("producer_epoch", Short.MIN_VALUE, Short.MAX_VALUE)
                        .filter(epoch -> epoch != NONE)
                        .map(Long::intValue));
    }

    public static EndTransactionRequest readEnd(String transactionalId, String text) {
        Fields body = Fields.of("The body", Json.read(text), List.of("producer_id", "producer_epoch", "committed"));
        return new EndTransactionRequest(
                transactionalId,
                body.required("producer_id", body.number("producer_id", Long.MIN_VALUE, Long.MAX_VALUE)),
                body.required("producer_epoch", body.number("producer_epoch", Short.MIN_VALUE, Short.MAX_VALUE))
                        .intValue(),
                body.required("committed", body.flag("committed")));
    }

    public static ObjectNode producer(ProducerEpoch producer) {
        return putProducer(Json.object(), producer);
    }

    public static ObjectNode ended(EndedTransaction ended) {
        return putProducer(Json.object().put("state", ended.state()), ended.next());
    }

    public static ObjectNode list(String clusterId, TransactionDescription.Page page) {
        return Resource.cluster(clusterId)
                .list(
                        TRANSACTIONS,
                        "KafkaTransactionList",
                        page.next().map(token -> "page_token=" + Resource.encode(token)),
                        page.transactions().stream()
                                .map(each -> transaction(clusterId, each))
                                .toList());
    }

    public static ObjectNode transaction(String clusterId, TransactionDescription transaction) {
        String id = transaction.transactionalId();
        ObjectNode json = address(clusterId, id)
                .describe("KafkaTransaction")
                .put("cluster_id", clusterId)
                .put("transactional_id", id)
                .put("state", transaction.state());
        putProducer(json, transaction.producer())
                .put("transaction_timeout_ms", transaction.timeout().toMillis());
        Optional<Long> started = transaction.startedAt().map(time -> time.toEpochMilli());
        started.ifPresentOrElse(ms -> json.put("start_timestamp", ms), () -> json.putNull("start_timestamp"));
        ArrayNode partitions = json.putArray("partitions");
        transaction
                .partitions()
                .forEach(each -> partitions
                        .addObject()
                        .put("topic_name", each.topic().value())
                        .put("partition_id", each.partition()));
        return json;
    }

    /** An id that a path could not carry unchanged stands in the query; so do dots, which clients take out of a path. */
    private static Resource address(String clusterId, String id) {
        Resource usual = Resource.cluster(clusterId).child(TRANSACTIONS, "transaction", id);
        String encoded = Resource.encode(id);
        return encoded.equals(id) && !DOTS.contains(id)
                ? usual
                : new Resource(
                        Resource.cluster(clusterId).path() + "/" + TRANSACTIONS + "/" + Routes.IN_THE_QUERY
                                + "?transactional_id=" + encoded,
                        usual.name());
    }

    private static ObjectNode putProducer(ObjectNode json, ProducerEpoch producer) {
        return json.put("producer_id", producer.producerId()).put("producer_epoch", producer.epoch());
    }
}
