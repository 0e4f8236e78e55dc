package io.tidemark.transaction;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.partition.Partitions.Found;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The transaction coordinator: gives producers their ids and epochs, records where a transaction writes, and ends it.
 * Any number of processes work on the same items. Thread-safe.
 */
public final class Transactions {
    /** How many transactional ids one part of a list has at most. */
    private static final int MAX_LISTED = 100;

    private final TransactionTable table;
    private final ProducerIds producerIds;
    private final Changes changes;
    private final Overdue overdue;
    private final Environment environment;

    public Transactions(ItemStore items, PartitionEnds ends, Environment environment) {
        this.table = new TransactionTable(items, environment);
        this.producerIds = new ProducerIds(items);
        Completion completion = new Completion(table, ends, environment);
        this.changes = new Changes(table, completion, new TimeoutNotes(items, environment));
        this.overdue = new Overdue(table, completion, producerIds);
        this.environment = environment;
    }

    /**
     * Kafka's InitProducerId: a new producer id, or, for a transactional id, the next epoch, which fences whoever used
     * it before.
     *
     * @return CONCURRENT_TRANSACTIONS where a transaction is open: it is aborted, and the producer asks again
     */
    public Answer<ProducerEpoch> initProducer(InitProducerRequest request) {
        Optional<Refusal> fault = InitRules.fault(request);
        if (request.transactionalId().isEmpty()) {
            return fault.isPresent() ? Answer.refused(fault.get()) : idempotentProducer();
        }
        return TransactionalId.parse(request.transactionalId().get())
                .then(id -> fault.isPresent() ? Answer.refused(fault.get()) : initProducer(id, request));
    }

    private Answer<ProducerEpoch> idempotentProducer() {
        try {
            return Answer.of(new ProducerEpoch(producerIds.take(), (short) 0));
        } catch (StoreUnavailableException e) {
            return Answer.refused(KafkaError.COORDINATOR_NOT_AVAILABLE, e.kind().advice());
        }
    }

    private Answer<ProducerEpoch> initProducer(TransactionalId id, InitProducerRequest request) {
        Instant now = environment.clock().instant();
        return changes.apply(id, seen -> InitRules.decide(id, request, seen, producerIds::take, now))
                .then(item -> item.state() instanceof TransactionState.Empty
                        ? Answer.of(item.next())
                        : Answer.refused(
                                KafkaError.CONCURRENT_TRANSACTIONS,
                                "The transaction that was open is being aborted. Ask again."));
    }

    /**
     * Records that a transaction writes to these partitions, before it does. One change of the coordinator's item,
     * however many they are.
     *
     * @param transactionalId the producer's, as it came
     * @return why they may not be written to
     */
    public Optional<Refusal> enlist(String transactionalId, ProducerEpoch transaction, List<Found> partitions) {
        Instant now = environment.clock().instant();
        Set<EnlistedPartition> enlisted = partitions.stream()
                .map(found -> new EnlistedPartition(found.topic().name(), found.id()))
                .collect(Collectors.toSet());
        Answer<TransactionItem> answer = TransactionalId.parse(transactionalId)
                .then(id -> changes.apply(id, seen -> EnlistRules.decide(id, transaction, enlisted, seen, now)));
        return answer instanceof Answer.Refused<TransactionItem> refused
                ? Optional.of(refused.refusal())
                : Optional.empty();
    }

    /** Kafka's EndTxn: when it is answered, the decision is durable. */
    public Answer<EndedTransaction> endTransaction(EndTransactionRequest request) {
        return TransactionalId.parse(request.transactionalId())
                .then(id -> changes.apply(id, seen -> EndRules.decide(request, seen, producerIds::take)))
                .map(item -> new EndedTransaction(item.state().text(), item.next()));
    }

    /** Kafka's DescribeTransactions for one id, or TRANSACTIONAL_ID_NOT_FOUND. */
    public Answer<TransactionDescription> describe(String transactionalId) {
        return TransactionalId.parse(transactionalId)
                .then(id -> table.read(id)
                        .map(item -> Answer.of(TransactionDescription.of(item)))
                        .orElseGet(() -> Answer.refused(
                                KafkaError.TRANSACTIONAL_ID_NOT_FOUND,
                                "There is no transactional id \"" + id + "\", or it has expired.")));
    }

    /**
     * Kafka's ListTransactions, in the order of the ids.
     *
     * @param after the token that a part of the list ended with
     */
    public Answer<TransactionDescription.Page> list(Optional<String> after) {
        return after.map(TransactionalId::parse)
                .map(parsed -> parsed.map(id -> list(MAX_LISTED, Optional.of(id))))
                .orElseGet(() -> Answer.of(list(MAX_LISTED, Optional.empty())));
    }

    private TransactionDescription.Page list(int limit, Optional<TransactionalId> after) {
        ItemPage page = table.list(after, limit);
        List<TransactionDescription> described = new ArrayList<>();
        page.entries()
                .forEach(entry ->
                        described.add(TransactionDescription.of(TransactionItem.decode(entry.key(), entry.item()))));
        return new TransactionDescription.Page(
                described,
                page.next().isEmpty() || described.isEmpty()
                        ? Optional.empty()
                        : Optional.of(described.get(described.size() - 1).transactionalId()));
    }

    /** What maintenance does for ids that are due. */
    public Overdue overdue() {
        return overdue;
    }

    /** Leaves what a copy of this process has too: to be called after it was restored from a snapshot. */
    public void forget() {
        producerIds.forget();
        table.forgetAll();
    }
}
