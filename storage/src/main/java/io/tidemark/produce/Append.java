package io.tidemark.produce;

import io.tidemark.layout.ObjectId;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Partitions.Found;
import io.tidemark.partition.Tails;
import io.tidemark.produce.BatchAppend.Known;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionRules;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.Bytes;
import io.tidemark.record.Deadline;
import io.tidemark.record.KafkaError;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's Produce. Every batch is checked before anything is stored; then one object takes the bytes of the whole
 * request, and one head update a partition commits its batch. Thread-safe.
 */
public final class Append {
    private static final Logger LOG = LoggerFactory.getLogger(Append.class);

    private final ObjectStore objects;
    private final Partitions partitions;
    private final BatchValidator validator;
    private final BatchAppend batchAppend;
    private final Enlistment enlistment;
    private final Environment environment;

    public Append(
            ObjectStore objects, Partitions partitions, Tails tails, Enlistment enlistment, Environment environment) {
        this.objects = objects;
        this.partitions = partitions;
        this.validator = new BatchValidator(ProduceLimits.MAX_INFLATED_BYTES);
        this.batchAppend = new BatchAppend(tails, environment);
        this.enlistment = enlistment;
        this.environment = environment;
    }

    /**
     * A batch that passed every check, and its place.
     *
     * @param name the partition as the client named it
     */
    record Ready(TopicPartition name, Found found, PreparedBatch batch) {}

    /** Appends each batch to its partition; the answers are in the order of the request. */
    public List<Answer<Produced>> produce(ProduceRequest request) {
        Set<TopicPartition> named = new HashSet<>();
        List<Answer<Ready>> checked = request.batches().stream()
                .map(batch -> named.add(batch.partition())
                        ? PartitionEdge.guard(batch.partition(), () -> check(request, batch))
                        : Answer.<Ready>refused(
                                KafkaError.INVALID_REQUEST, "A request has at most one batch for each partition."))
                .toList();
        return commit(request.transactionalId(), checked, request.deadline());
    }

    /** Checks one raw batch against its topic's rules, without I/O but for an unknown topic. */
    private Answer<Ready> check(ProduceRequest request, PartitionBatch batch) {
        return partitions
                .findWritable(batch.partition())
                .then(found -> validator
                        .prepare(
                                batch.batch(),
                                found.topic().config().batchRules(),
                                environment.clock().instant())
                        .then(prepared -> allowed(request.transactionalId(), prepared))
                        .map(prepared -> new Ready(batch.partition(), found, prepared)));
    }

    /** Kafka's answer to a transactional batch from a client that names no transaction. */
    static Answer<PreparedBatch> allowed(Optional<String> transactionalId, PreparedBatch batch) {
        return batch.transactional() && transactionalId.isEmpty()
                ? Answer.refused(
                        KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
                        "A transactional batch needs the transactional id that it belongs to.")
                : Answer.of(batch);
    }

    /**
     * Stores and commits what passed the checks; answers in the order given. The object's id is made before anything is
     * read: what is found then and forgotten later, the floor keeps from this request, however late it lands.
     */
    List<Answer<Produced>> commit(Optional<String> transactionalId, List<Answer<Ready>> checked, Deadline deadline) {
        ObjectId object = ObjectId.create(environment.clock().instant(), environment.random());
        List<Answer<Decided>> decided = enlist(
                transactionalId,
                FanOut.map(environment.executor(), checked, answer -> answer.then(this::decide)),
                deadline);
        List<Decided> toStore = decided.stream()
                .flatMap(answer -> answer instanceof Answer.Given<Decided> given
                                && given.value().known().produced().isEmpty()
                        ? Stream.of(given.value())
                        : Stream.empty())
                .toList();
        Iterator<Answer<Produced>> committed = (toStore.isEmpty()
                        ? List.<Answer<Produced>>of()
                        : storeAndCommit(object, toStore, deadline))
                .iterator();
        return decided.stream()
                .map(answer -> answer.then(
                        each -> each.known().produced().map(Answer::of).orElseGet(committed::next)))
                .toList();
    }

    /** A batch that passed every check, and what is known of it. */
    private record Decided(Ready ready, Known known) {
        /** The transaction that it begins in its partition. */
        Optional<ProducerEpoch> begun() {
            return ready.batch().producer().filter(stamp -> known.begins()).map(TransactionRules::of);
        }
    }

    private Answer<Decided> decide(Ready ready) {
        return PartitionEdge.guard(
                ready.name(),
                () -> batchAppend
                        .knownBefore(ready.found().id(), ready.batch())
                        .map(known -> new Decided(ready, known)));
    }

    /** Enlists what begins a transaction in its partition, a transaction's partitions together, or refuses it. */
    private List<Answer<Decided>> enlist(
            Optional<String> transactionalId, List<Answer<Decided>> decided, Deadline deadline) {
        Map<ProducerEpoch, List<Ready>> begun = new LinkedHashMap<>();
        decided.forEach(answer -> answer.then(each -> {
            each.begun()
                    .ifPresent(transaction -> begun.computeIfAbsent(transaction, none -> new ArrayList<>())
                            .add(each.ready()));
            return answer;
        }));
        Map<ProducerEpoch, Refusal> refused = new HashMap<>();
        begun.forEach((transaction, batches) -> (deadline.hasPassed(environment.clock())
                        ? Optional.of(BatchAppend.TOO_LATE)
                        : enlist(transactionalId.orElseThrow(), transaction, batches))
                .ifPresent(refusal -> refused.put(transaction, refusal)));
        return decided.stream()
                .map(answer -> answer.then(each -> each.begun()
                        .flatMap(transaction -> Optional.ofNullable(refused.get(transaction)))
                        .map(Answer::<Decided>refused)
                        .orElse(answer)))
                .toList();
    }

    private Optional<Refusal> enlist(String transactionalId, ProducerEpoch transaction, List<Ready> batches) {
        return PartitionEdge.guard(
                batches.get(0).name(),
                () -> enlistment.enlist(
                        transactionalId,
                        transaction,
                        batches.stream().map(Ready::found).toList()),
                Optional::of);
    }

    private List<Answer<Produced>> storeAndCommit(ObjectId object, List<Decided> decided, Deadline deadline) {
        if (deadline.hasPassed(environment.clock())) {
            return refused(decided, BatchAppend.TOO_LATE);
        }
        Bytes content = Bytes.concat(
                decided.stream().map(each -> each.ready().batch().bytes()).toList());
        Optional<Refusal> failed = put(object, content);
        if (failed.isPresent()) {
            return refused(decided, failed.get());
        }
        List<Stored> stored = new ArrayList<>();
        int position = 0;
        for (Decided next : decided) {
            stored.add(new Stored(next, object, position, deadline));
            position += next.ready().batch().bytes().size();
        }
        return FanOut.map(environment.executor(), stored, this::commitOne);
    }

    private static List<Answer<Produced>> refused(List<Decided> decided, Refusal refusal) {
        return decided.stream().map(each -> Answer.<Produced>refused(refusal)).toList();
    }

    private record Stored(Decided decided, ObjectId object, int position, Deadline deadline) {}

    private Answer<Produced> commitOne(Stored stored) {
        Ready ready = stored.decided().ready();
        return PartitionEdge.guard(
                ready.name(),
                () -> batchAppend
                        .commit(new BatchAppend.Stored(
                                ready.name().topic(),
                                stored.decided().known(),
                                stored.object(),
                                stored.position(),
                                stored.deadline()))
                        .orElseGet(() ->
                                Answer.refused(partitions.gone(ready.found().topic()))));
    }

    /** What keeps the request from going on; an object that was put all the same is named by nothing and swept. */
    private Optional<Refusal> put(ObjectId object, Bytes content) {
        try {
            if (objects.putIfAbsent(object.objectKey(), content)) {
                return Optional.empty();
            }
            LOG.error("a new object id is taken, object={}", object);
            return notStored("Send them again.");
        } catch (StoreUnavailableException e) {
            LOG.warn("the batches could not be stored, object={} reason={}", object, e.toString());
            return notStored(e.kind().advice());
        }
    }

    private static Optional<Refusal> notStored(String advice) {
        return Optional.of(new Refusal(
                KafkaError.KAFKA_STORAGE_ERROR, "The batches could not be stored; nothing was appended. " + advice));
    }
}
