package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Limits;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kafka's ListOffsets in JSON: many partitions in one request, each with its own answer. */
public final class OffsetsBody {
    /** By the names that consumers use in {@code isolation.level}. */
    public static final Map<String, IsolationLevel> ISOLATION_LEVELS = Map.of(
            "read_uncommitted", IsolationLevel.READ_UNCOMMITTED, "read_committed", IsolationLevel.READ_COMMITTED);

    private final IsolationLevel isolation;
    private final boolean includeTimestamps;
    private final List<Entry> entries;

    /** One partition as the client names it, and what can be asked of the log. */
    private record Entry(String topicName, int partition, Answer<ListOffsetsRequest.Entry> request) {}

    private OffsetsBody(IsolationLevel isolation, boolean includeTimestamps, List<Entry> entries) {
        this.isolation = isolation;
        this.includeTimestamps = includeTimestamps;
        this.entries = List.copyOf(entries);
    }

    public static OffsetsBody read(String text) {
        Fields body =
                Fields.of("The body", Json.read(text), List.of("isolation_level", "include_timestamps", "partitions"));
        body.required("partitions", body.value("partitions"));
        List<Entry> entries = new ArrayList<>();
        for (JsonNode node : body.list("partitions", Limits.MAX_PARTITIONS)) {
            Fields fields = Fields.of(
                    "partitions[" + entries.size() + "]", node, List.of("topic_name", "partition_id", "timestamp"));
            String topicName = fields.required("topic_name", fields.text("topic_name"));
            int partition = fields.required(
                            "partition_id", fields.number("partition_id", Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .intValue();
            long timestamp = fields.required("timestamp", fields.number("timestamp", Long.MIN_VALUE, Long.MAX_VALUE));
            entries.add(new Entry(
                    topicName,
                    partition,
                    TopicName.parse(topicName)
                            .map(topic -> new ListOffsetsRequest.Entry(
                                    new TopicPartition(topic, partition), timestamp, Optional.empty()))));
        }
        return new OffsetsBody(
                body.choice("isolation_level", ISOLATION_LEVELS).orElse(IsolationLevel.READ_UNCOMMITTED),
                body.flag("include_timestamps").orElse(false),
                entries);
    }

    /** For the partitions whose topic has a legal name. */
    public ListOffsetsRequest toRequest() {
        List<ListOffsetsRequest.Entry> requests = new ArrayList<>();
        entries.forEach(entry -> {
            if (entry.request() instanceof Answer.Given<ListOffsetsRequest.Entry> given) {
                requests.add(given.value());
            }
        });
        return new ListOffsetsRequest(isolation, includeTimestamps, requests);
    }

    /** @param answers to {@link #toRequest}, in its order */
    public ObjectNode toJson(List<Answer<ListedOffset>> answers) {
        ObjectNode json = Json.object();
        ArrayNode data = json.putArray("data");
        Iterator<Answer<ListedOffset>> next = answers.iterator();
        for (Entry entry : entries) {
            ObjectNode listed =
                    data.addObject().put("topic_name", entry.topicName()).put("partition_id", entry.partition());
            Answer<ListedOffset> answer = entry.request().then(asked -> next.next());
            if (answer instanceof Answer.Given<ListedOffset> given) {
                Offsets.putOffset(listed, given.value());
                putError(listed, Optional.empty());
            } else {
                Offsets.putOffset(listed, ListedOffset.NO_MATCH);
                putError(listed, Optional.of(((Answer.Refused<ListedOffset>) answer).refusal()));
            }
        }
        return json;
    }

    static void putError(ObjectNode json, Optional<Refusal> refusal) {
        KafkaError error = refusal.map(Refusal::error).orElse(KafkaError.NONE);
        json.put("kafka_error", error.name()).put("kafka_error_code", error.code());
        refusal.ifPresent(refused -> json.put("message", refused.message()));
    }
}
