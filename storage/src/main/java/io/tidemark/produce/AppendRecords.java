package io.tidemark.produce;

import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.Partitions;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Codec;
import io.tidemark.record.KafkaError;
import io.tidemark.record.KeyPartitioner;
import io.tidemark.record.NewRecord;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.RecordError;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Produce for clients that send single records: partitions them as Kafka's producer does, makes one batch a partition
 * and appends it. A record that breaks a rule is refused alone and the batch goes on without it, but for an idempotent
 * batch, whose sequence numbers count every record. Thread-safe.
 */
public final class AppendRecords {
    private final Append append;
    private final Partitions partitions;
    private final BatchValidator validator;
    private final Environment environment;

    public AppendRecords(Append append, Partitions partitions, Environment environment) {
        this.append = append;
        this.partitions = partitions;
        this.validator = new BatchValidator(ProduceLimits.MAX_INFLATED_BYTES);
        this.environment = environment;
    }

    /** Appends the records; the answers are in the order of the request. */
    public List<Answer<ProducedRecord>> produce(RecordsRequest request) {
        Set<Integer> named = request.records().stream()
                .flatMap(entry -> entry.partition().stream())
                .collect(Collectors.toSet());
        // what goes wrong here goes wrong for each partition
        Answer<Topic> topic = PartitionEdge.guard(
                new TopicPartition(request.topic(), named.stream().findFirst().orElse(0)),
                () -> partitions.topic(request.topic(), named));
        if (topic instanceof Answer.Refused<Topic> refused) {
            return Collections.nCopies(request.records().size(), Answer.refused(refused.refusal()));
        }
        return produce(request, ((Answer.Given<Topic>) topic).value());
    }

    private List<Answer<ProducedRecord>> produce(RecordsRequest request, Topic topic) {
        List<PartitionRecords> groups = grouped(request, topic);
        if (request.producer().isPresent() && groups.size() > 1) {
            return refused(
                    request,
                    "An idempotent request goes to one partition, because its sequence numbers count there;"
                            + " these records go to " + groups.size() + ".");
        }
        if (request.producer().isPresent() && topic.partitionCount() > 1 && request.leavesPartitionOpen()) {
            return refused(
                    request,
                    "An idempotent record without a key needs a partition: sent again, it would go to another one, where"
                            + " nobody knows it for a duplicate.");
        }
        List<Answer<Append.Ready>> ready =
                groups.stream().map(group -> ready(request, topic, group)).toList();
        List<Answer<Produced>> produced = append.commit(request.transactionalId(), ready, request.deadline());
        Map<Integer, Answer<ProducedRecord>> answers = new TreeMap<>();
        for (int i = 0; i < groups.size(); i++) {
            answers.putAll(groups.get(i).answers(produced.get(i)));
        }
        return List.copyOf(answers.values());
    }

    private static List<Answer<ProducedRecord>> refused(RecordsRequest request, String message) {
        return Collections.nCopies(request.records().size(), Answer.refused(KafkaError.INVALID_REQUEST, message));
    }

    private List<PartitionRecords> grouped(RecordsRequest request, Topic topic) {
        int keyless = environment.random().nextInt(topic.partitionCount());
        Map<Integer, PartitionRecords> groups = new LinkedHashMap<>();
        for (int i = 0; i < request.records().size(); i++) {
            RecordsRequest.Entry entry = request.records().get(i);
            int partition = entry.partition().orElseGet(() -> chosen(entry.record(), topic, keyless));
            groups.computeIfAbsent(partition, PartitionRecords::new).add(i, entry.record());
        }
        return List.copyOf(groups.values());
    }

    private static int chosen(NewRecord newRecord, Topic topic, int keyless) {
        return newRecord
                .key()
                .map(key -> KeyPartitioner.partitionFor(key, topic.partitionCount()))
                .orElse(keyless);
    }

    private Answer<Append.Ready> ready(RecordsRequest request, Topic topic, PartitionRecords group) {
        TopicPartition name = new TopicPartition(topic.name(), group.partition());
        return Partitions.findWritable(topic, group.partition())
                .then(found -> prepare(request, topic, group).map(batch -> new Append.Ready(name, found, batch)));
    }

    private Answer<PreparedBatch> prepare(RecordsRequest request, Topic topic, PartitionRecords group) {
        Answer<PreparedBatch> prepared = write(request, topic, group);
        // a refusal names many records at fault, but not any number
        while (prepared instanceof Answer.Refused<PreparedBatch> refused
                && request.producer().isEmpty()
                && group.refuseAlone(refused.refusal())) {
            prepared = write(request, topic, group);
        }
        return prepared;
    }

    private Answer<PreparedBatch> write(RecordsRequest request, Topic topic, PartitionRecords group) {
        List<RecordError> tooLarge = tooLarge(group.records());
        if (!tooLarge.isEmpty()) {
            return Answer.refused(new Refusal(KafkaError.MESSAGE_TOO_LARGE, "some records are too large", tooLarge));
        }
        boolean transactional = request.transactionalId().isPresent();
        return validator
                .prepare(
                        BatchWriter.write(group.records(), Codec.UNCOMPRESSED, request.producer(), transactional),
                        topic.config().batchRules(),
                        environment.clock().instant())
                .then(batch -> Append.allowed(request.transactionalId(), batch));
    }

    private static List<RecordError> tooLarge(List<NewRecord> records) {
        List<RecordError> errors = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            long size = records.get(i).payloadBytes();
            if (size > ProduceLimits.MAX_RECORD_BYTES) {
                errors.add(new RecordError(
                        i,
                        KafkaError.MESSAGE_TOO_LARGE,
                        "the record has " + size + " bytes, and no answer carries more than "
                                + ProduceLimits.MAX_RECORD_BYTES + ", whatever max.message.bytes allows"));
            }
        }
        return errors;
    }
}
