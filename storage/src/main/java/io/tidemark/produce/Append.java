package io.tidemark.produce;

import io.tidemark.layout.ObjectId;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Partitions.Found;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.TopicPartition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private final Environment environment;

    public Append(ObjectStore objects, ItemStore items, Partitions partitions, Environment environment) {
        this.objects = objects;
        this.partitions = partitions;
        this.validator = new BatchValidator(ProduceLimits.MAX_INFLATED_BYTES);
        this.batchAppend = new BatchAppend(items, new SeenHeads(), environment);
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
        return commit(checked);
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
        if (!batch.transactional()) {
            return Answer.of(batch);
        }
        return transactionalId.isEmpty()
                ? Answer.refused(
                        KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
                        "A transactional batch needs the transactional id that it belongs to.")
                : Answer.refused(
                        KafkaError.INVALID_TXN_STATE,
                        "This release has no transactions: send plain or idempotent batches.");
    }

    /** Stores and commits what passed the checks; answers in the order given. */
    List<Answer<Produced>> commit(List<Answer<Ready>> checked) {
        List<Answer<Optional<Produced>>> known =
                FanOut.map(environment.executor(), checked, answer -> answer.then(this::knownBefore));
        List<Ready> ready = new ArrayList<>();
        for (int i = 0; i < checked.size(); i++) {
            if (isToBeStored(known.get(i))) {
                ready.add(((Answer.Given<Ready>) checked.get(i)).value());
            }
        }
        Iterator<Answer<Produced>> committed =
                (ready.isEmpty() ? List.<Answer<Produced>>of() : storeAndCommit(ready)).iterator();
        return known.stream()
                .map(answer -> isToBeStored(answer) ? committed.next() : answer.map(Optional::orElseThrow))
                .toList();
    }

    private static boolean isToBeStored(Answer<Optional<Produced>> known) {
        return known instanceof Answer.Given<Optional<Produced>> given
                && given.value().isEmpty();
    }

    private Answer<Optional<Produced>> knownBefore(Ready ready) {
        return PartitionEdge.guard(
                ready.name(), () -> batchAppend.knownBefore(ready.found().id(), ready.batch()));
    }

    private List<Answer<Produced>> storeAndCommit(List<Ready> ready) {
        ObjectId object = ObjectId.create(environment.clock().instant(), environment.random());
        Bytes content = Bytes.concat(ready.stream().map(r -> r.batch().bytes()).toList());
        Optional<Refusal> failed = put(object, content);
        if (failed.isPresent()) {
            return ready.stream()
                    .map(r -> Answer.<Produced>refused(failed.get()))
                    .toList();
        }
        List<Stored> stored = new ArrayList<>();
        int position = 0;
        for (Ready next : ready) {
            stored.add(new Stored(next, object, position));
            position += next.batch().bytes().size();
        }
        return FanOut.map(environment.executor(), stored, this::commitOne);
    }

    private record Stored(Ready ready, ObjectId object, int position) {}

    private Answer<Produced> commitOne(Stored stored) {
        Ready ready = stored.ready();
        return PartitionEdge.guard(
                ready.name(),
                () -> batchAppend
                        .commit(new BatchAppend.Stored(
                                ready.name().topic(),
                                ready.found().id(),
                                ready.batch(),
                                stored.object(),
                                stored.position()))
                        .orElseGet(() -> partitions.gone(ready.found().topic())));
    }

    /** What keeps the request from going on; an object that was put all the same is named by nothing and swept. */
    private Optional<Refusal> put(ObjectId object, Bytes content) {
        try {
            if (objects.putIfAbsent(object.objectKey(), content)) {
                return Optional.empty();
            }
            LOG.error("a new object id is taken, object={}", object);
        } catch (StoreUnavailableException e) {
            LOG.warn("the batches could not be stored, object={} reason={}", object, e.toString());
        }
        return Optional.of(new Refusal(
                KafkaError.KAFKA_STORAGE_ERROR,
                "The batches could not be stored; nothing was appended. Send them again."));
    }
}
