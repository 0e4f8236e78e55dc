package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.LogProcess;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.EndedTransaction;
import io.tidemark.transaction.InitProducerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes transactions through several processes as a client does: sends each batch until it is acknowledged, then
 * commits or aborts, or leaves everything as it is and begins anew. Others may use the same transactional id, so that
 * they fence each other. Comes back as the zombie of an epoch that is over. Used by one thread.
 */
final class TransactionalProducer implements Runnable {
    private static final int TRANSACTIONS = 7;
    private static final int MAX_SENDS = 300;
    private static final Set<KafkaError> RETRIABLE = Set.of(
            KafkaError.KAFKA_STORAGE_ERROR,
            KafkaError.REQUEST_TIMED_OUT,
            KafkaError.CONCURRENT_TRANSACTIONS,
            KafkaError.COORDINATOR_NOT_AVAILABLE);
    private static final Set<KafkaError> FENCED = Set.of(
            KafkaError.INVALID_PRODUCER_EPOCH,
            KafkaError.PRODUCER_FENCED,
            KafkaError.INVALID_PRODUCER_ID_MAPPING,
            // where its partition has forgotten it, days after
            KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER,
            KafkaError.INVALID_TXN_STATE);

    private final String name;
    private final String transactionalId;
    private final List<LogProcess> processes;
    private final Model model;
    private final Random random;
    private final Batches batches;
    private final Map<Integer, Integer> nextSequence = new HashMap<>();
    private final List<ProducerEpoch> former = new ArrayList<>();
    private Optional<ProducerEpoch> current = Optional.empty();

    TransactionalProducer(
            String name, String transactionalId, List<LogProcess> processes, Model model, Batches batches) {
        this.name = name;
        this.transactionalId = transactionalId;
        this.processes = processes;
        this.model = model;
        this.random = batches.random();
        this.batches = batches;
    }

    @Override
    public void run() {
        for (int i = 0; i < TRANSACTIONS; i++) {
            if (current.isEmpty() || random.nextInt(10) == 0) {
                init();
            }
            ProducerEpoch transaction = current.orElseThrow();
            if (write(transaction)) {
                end(transaction);
            }
            former.add(transaction);
            if (random.nextInt(3) == 0) {
                comeBack(former.get(random.nextInt(former.size())));
            }
        }
    }

    private void end(ProducerEpoch transaction) {
        switch (random.nextInt(8)) {
            case 0 -> leave();
            case 1 -> {
                for (int i = 0; i < random.nextInt(40); i++) {
                    process().ask(log -> World.list(log, 0, 0));
                }
                end(transaction, random.nextBoolean());
            }
            case 2, 3 -> end(transaction, false);
            default -> end(transaction, true);
        }
    }

    private void leave() {
        current = Optional.empty();
        nextSequence.clear();
    }

    private void begin(ProducerEpoch next) {
        model.coordinator().given(next, name);
        current = Optional.of(next);
        nextSequence.clear();
    }

    private void init() {
        Duration timeout = Duration.ofMillis(1_000 + random.nextInt(30_000));
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            boolean named = current.isPresent() && random.nextBoolean();
            InitProducerRequest request = new InitProducerRequest(
                    Optional.of(transactionalId),
                    timeout,
                    current.filter(known -> named).map(ProducerEpoch::producerId),
                    current.filter(known -> named).map(known -> (int) known.epoch()));
            Optional<Answer<ProducerEpoch>> answer = process().ask(log -> log.initProducer(request));
            if (answer.isPresent() && answer.get() instanceof Answer.Given<ProducerEpoch> given) {
                begin(given.value());
                return;
            }
            if (answer.flatMap(TransactionalProducer::fatal).isPresent()) {
                assertFenced(current.orElseThrow(), answer.get());
                leave();
            }
        }
        throw new AssertionError("no epoch for " + transactionalId);
    }

    /** @return whether all of it was acknowledged; otherwise somebody has ended the transaction */
    private boolean write(ProducerEpoch transaction) {
        int requests = 1 + random.nextInt(4);
        for (int i = 0; i < requests; i++) {
            SortedMap<Integer, Batches.Sent> unacknowledged = new TreeMap<>();
            for (int j = 0; j <= random.nextInt(2); j++) {
                unacknowledged.computeIfAbsent(
                        random.nextInt(model.partitionCount()), partition -> next(transaction, partition));
            }
            if (!send(transaction, unacknowledged)) {
                leave();
                return false;
            }
        }
        return true;
    }

    private Batches.Sent next(ProducerEpoch transaction, int partition) {
        int sequence = nextSequence.getOrDefault(partition, 0);
        Batches.Sent sent = batches.transactional(transaction, sequence);
        nextSequence.put(partition, sequence + sent.values().size());
        return sent;
    }

    private boolean send(ProducerEpoch transaction, SortedMap<Integer, Batches.Sent> unacknowledged) {
        Map<Integer, Answer<Produced>> answers = Map.of();
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            answers = produce(unacknowledged);
            for (Map.Entry<Integer, Answer<Produced>> answer : answers.entrySet()) {
                if (answer.getValue() instanceof Answer.Given<Produced> given) {
                    Batches.Sent sent = unacknowledged.remove(answer.getKey());
                    sent.acknowledged(
                            model.partition(answer.getKey()), given.value().baseOffset(), Optional.of(transaction));
                }
            }
            for (Answer<Produced> answer : answers.values()) {
                if (fatal(answer).isPresent()) {
                    assertFenced(transaction, answer);
                    return false;
                }
            }
            if (unacknowledged.isEmpty()) {
                return true;
            }
        }
        throw new AssertionError("never acknowledged: " + unacknowledged + " " + answers);
    }

    /** By partition; nothing where the process died. */
    private Map<Integer, Answer<Produced>> produce(SortedMap<Integer, Batches.Sent> sent) {
        List<PartitionBatch> request = new ArrayList<>();
        sent.forEach((partition, batch) -> request.add(new PartitionBatch(World.partition(partition), batch.batch())));
        Optional<List<Answer<Produced>>> answers =
                process().ask(log -> log.produce(new ProduceRequest(Optional.of(transactionalId), request)));
        Map<Integer, Answer<Produced>> byPartition = new TreeMap<>();
        answers.ifPresent(given -> {
            for (int i = 0; i < given.size(); i++) {
                byPartition.put(request.get(i).partition().partition(), given.get(i));
            }
        });
        return byPartition;
    }

    private void end(ProducerEpoch transaction, boolean committed) {
        for (int sends = 0; sends < MAX_SENDS; sends++) {
            Optional<Answer<EndedTransaction>> answer = askForEnd(transaction, committed);
            if (answer.isPresent() && answer.get() instanceof Answer.Given<EndedTransaction> given) {
                assertThat(model.coordinator().decision(transaction)).hasValue(committed);
                begin(given.value().next());
                return;
            }
            if (answer.flatMap(TransactionalProducer::fatal).isPresent()) {
                assertFenced(transaction, answer.get());
                leave();
                return;
            }
        }
        throw new AssertionError("never ended: " + transaction);
    }

    private Optional<Answer<EndedTransaction>> askForEnd(ProducerEpoch transaction, boolean committed) {
        return process()
                .ask(log -> log.endTransaction(new EndTransactionRequest(
                        transactionalId, transaction.producerId(), transaction.epoch(), committed)));
    }

    /** In an epoch that is over nothing can be written, and an end is told only as it was. */
    private void comeBack(ProducerEpoch epoch) {
        if (!model.coordinator().isEnded(epoch)) {
            return;
        }
        if (random.nextBoolean()) {
            int partition = random.nextInt(model.partitionCount());
            Batches.Sent late = batches.transactional(epoch, random.nextInt(3));
            produce(new TreeMap<>(Map.of(partition, late)))
                    .values()
                    .forEach(answer -> assertThat(answer).as("zombie").isInstanceOf(Answer.Refused.class));
            return;
        }
        boolean committed = random.nextBoolean();
        if (askForEnd(epoch, committed).orElse(Answer.refused(KafkaError.REQUEST_TIMED_OUT, ""))
                instanceof Answer.Given<EndedTransaction> given) {
            assertThat(model.coordinator().decision(epoch))
                    .as("end of %s", epoch)
                    .hasValue(committed);
            model.coordinator().given(given.value().next(), name);
        }
    }

    private void assertFenced(ProducerEpoch epoch, Answer<?> answer) {
        assertThat(model.coordinator().isOver(epoch))
                .as("%s is over: %s", epoch, answer)
                .isTrue();
    }

    /** Why it is of no use to send it again. */
    private static Optional<KafkaError> fatal(Answer<?> answer) {
        if (!(answer instanceof Answer.Refused<?> refused)) {
            return Optional.empty();
        }
        KafkaError error = refused.refusal().error();
        assertThat(RETRIABLE.contains(error) || FENCED.contains(error))
                .as("%s", answer)
                .isTrue();
        return Optional.of(error).filter(FENCED::contains);
    }

    private LogProcess process() {
        return processes.get(random.nextInt(processes.size()));
    }
}
