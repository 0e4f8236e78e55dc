package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Limits;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.record.Answer;
import io.tidemark.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Kafka's DeleteRecords in JSON. */
public final class DeletionBody {
    private static final long HIGH_WATERMARK = -1;
    private static final long NONE = -1;

    private DeletionBody() {}

    public static DeleteRecordsRequest read(TopicName topic, String text) {
        Fields body = Fields.of("The body", Json.read(text), List.of("partitions"));
        body.required("partitions", body.value("partitions"));
        List<DeleteRecordsRequest.Entry> entries = new ArrayList<>();
        for (JsonNode node : body.list("partitions", Limits.MAX_PARTITIONS)) {
            Fields fields =
                    Fields.of("partitions[" + entries.size() + "]", node, List.of("partition_id", "before_offset"));
            int partition = fields.required(
                            "partition_id", fields.number("partition_id", Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .intValue();
            long before =
                    fields.required("before_offset", fields.number("before_offset", HIGH_WATERMARK, Long.MAX_VALUE));
            entries.add(new DeleteRecordsRequest.Entry(
                    partition, before == HIGH_WATERMARK ? Optional.empty() : Optional.of(before)));
        }
        return new DeleteRecordsRequest(topic, entries);
    }

    public static ObjectNode toJson(DeleteRecordsRequest request, List<Answer<Long>> answers) {
        ObjectNode json = Json.object();
        ArrayNode data = json.putArray("data");
        for (int i = 0; i < answers.size(); i++) {
            ObjectNode deleted = data.addObject()
                    .put("partition_id", request.partitions().get(i).partition());
            if (answers.get(i) instanceof Answer.Given<Long> given) {
                deleted.put("low_watermark", given.value());
                OffsetsBody.putError(deleted, Optional.empty());
            } else {
                deleted.put("low_watermark", NONE);
                OffsetsBody.putError(deleted, Optional.of(((Answer.Refused<Long>) answers.get(i)).refusal()));
            }
        }
        return json;
    }
}
