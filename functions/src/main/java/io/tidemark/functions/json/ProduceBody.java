package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Limits;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Request;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.topic.TopicName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The records of one produce request.
 *
 * @param ids each record's id in a request of the batch form; empty in the streaming form
 */
public record ProduceBody(List<RecordBody> records, List<String> ids, ProducerFields producer) {
    private static final int MAX_ID_LENGTH = 80;
    private static final List<String> FIRST = join(RecordBody.FIELDS, ProducerFields.FIELDS);

    public ProduceBody {
        records = List.copyOf(records);
        ids = List.copyOf(ids);
    }

    /** JSON objects, a record each, one after another. */
    public static ProduceBody readStream(Request request, long nowMs) {
        List<JsonNode> nodes = Json.readSeveral(request.text(), Limits.MAX_RECORDS);
        if (nodes.isEmpty()) {
            throw ProblemException.badRequest("The body is empty: send one JSON object a record.");
        }
        List<RecordBody> records = new ArrayList<>(nodes.size());
        Fields first = Fields.of("Record 1", nodes.get(0), FIRST);
        for (JsonNode node : nodes) {
            Fields fields =
                    records.isEmpty() ? first : Fields.of("Record " + (records.size() + 1), node, RecordBody.FIELDS);
            records.add(RecordBody.read(fields, nowMs));
        }
        return new ProduceBody(records, List.of(), ProducerFields.read(request, first));
    }

    /** One JSON object with {@code entries}, each a record with an id. */
    public static ProduceBody readBatch(Request request, long nowMs) {
        Fields body = Fields.of("The body", Json.read(request.text()), join(List.of("entries"), ProducerFields.FIELDS));
        List<JsonNode> entries = body.list("entries", Limits.MAX_BATCH_ENTRIES);
        if (entries.isEmpty()) {
            throw body.bad("entries", "is missing or empty");
        }
        List<RecordBody> records = new ArrayList<>(entries.size());
        List<String> ids = new ArrayList<>(entries.size());
        Set<String> seen = new HashSet<>();
        for (JsonNode entry : entries) {
            Fields fields = Fields.of("entries[" + ids.size() + "]", entry, join(List.of("id"), RecordBody.FIELDS));
            String id = fields.required("id", fields.text("id"));
            if (id.isEmpty() || id.length() > MAX_ID_LENGTH) {
                throw fields.bad("id", "is not 1 to " + MAX_ID_LENGTH + " characters long");
            }
            if (!seen.add(id)) {
                throw fields.bad("id", "is \"" + id + "\", as in an earlier entry");
            }
            ids.add(id);
            records.add(RecordBody.read(fields, nowMs));
        }
        return new ProduceBody(records, ids, ProducerFields.read(request, body));
    }

    public RecordsRequest toRequest(TopicName topic) {
        return new RecordsRequest(
                topic,
                records.stream().map(RecordBody::entry).toList(),
                producer.producer(),
                producer.transactionalId());
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
