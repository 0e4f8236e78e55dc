package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.produce.ProducedRecord;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.topic.TopicName;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** What became of each record of a produce request, in its order. */
public final class Reports {
    private final String clusterId;
    private final TopicName topic;

    public Reports(String clusterId, TopicName topic) {
        this.clusterId = clusterId;
        this.topic = topic;
    }

    /** One JSON object a record, one on a line. */
    public Bytes stream(List<RecordBody> records, List<Answer<ProducedRecord>> answers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < records.size(); i++) {
            ObjectNode report = Json.object();
            if (answers.get(i) instanceof Answer.Given<ProducedRecord> given) {
                report.put("error_code", 200);
                put(report, records.get(i), given.value());
            } else {
                putProblem(report, answers.get(i));
            }
            out.writeBytes(Json.bytes(report));
            out.write('\n');
        }
        return Bytes.wrap(out.toByteArray());
    }

    /** One object with the ids that were stored and those that were not. */
    public ObjectNode batch(ProduceBody body, List<Answer<ProducedRecord>> answers) {
        ObjectNode reports = Json.object();
        ArrayNode successes = reports.putArray("successes");
        ArrayNode failures = reports.putArray("failures");
        for (int i = 0; i < answers.size(); i++) {
            String id = body.ids().get(i);
            if (answers.get(i) instanceof Answer.Given<ProducedRecord> given) {
                put(successes.addObject().put("id", id), body.records().get(i), given.value());
            } else {
                putProblem(failures.addObject().put("id", id), answers.get(i));
            }
        }
        return reports;
    }

    private void put(ObjectNode report, RecordBody record, ProducedRecord produced) {
        report.put("cluster_id", clusterId)
                .put("topic_name", topic.value())
                .put("partition_id", produced.partition())
                .put("offset", produced.offset())
                .put("timestamp", produced.timestampMs());
        record.key().ifPresent(key -> key.putInto(report.putObject("key")));
        record.value().ifPresent(value -> value.putInto(report.putObject("value")));
    }

    private static void putProblem(ObjectNode report, Answer<ProducedRecord> answer) {
        Answer.Refused<ProducedRecord> refused = (Answer.Refused<ProducedRecord>) answer;
        report.setAll(KafkaErrors.problem(refused.refusal()).toJson());
    }
}
