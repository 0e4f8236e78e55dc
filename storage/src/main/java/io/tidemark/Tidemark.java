package io.tidemark;

import io.tidemark.admin.Topics;
import io.tidemark.log.DeleteRecords;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.Fetch;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.ListOffsets;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.MaintenanceSettings;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.ReadingRule;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.Append;
import io.tidemark.produce.AppendRecords;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.produce.ProducedRecord;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.EndedTransaction;
import io.tidemark.transaction.InitProducerRequest;
import io.tidemark.transaction.Markers;
import io.tidemark.transaction.TransactionDescription;
import io.tidemark.transaction.Transactions;
import java.util.List;
import java.util.Optional;

/**
 * A durable, ordered log with Kafka's semantics over an object store and an item store.
 *
 * <p>Every operation on records answers each partition for itself: a value, or a refusal with Kafka's error. An outage
 * of the stores is that partition's KAFKA_STORAGE_ERROR, or REQUEST_TIMED_OUT where an append may have happened.
 * Thread-safe; any number of instances, in any number of processes, may work on the same stores.
 */
public final class Tidemark {
    private final Topics topics;
    private final Tails tails;
    private final Transactions transactions;
    private final Append append;
    private final AppendRecords appendRecords;
    private final ListOffsets listOffsets;
    private final Fetch fetch;
    private final DeleteRecords deleteRecords;
    private final Maintenance maintenance;

    public Tidemark(ObjectStore objects, ItemStore items, Environment environment) {
        this(objects, items, environment, MaintenanceSettings.USUAL);
    }

    /** @param settings of the scheduled maintenance */
    public Tidemark(ObjectStore objects, ItemStore items, Environment environment, MaintenanceSettings settings) {
        TopicReader reader = new TopicReader(items, environment.clock());
        Partitions partitions = new Partitions(reader);
        ReadingRule rule = new ReadingRule(items, objects, environment.executor());
        this.topics = new Topics(items, environment, reader);
        this.tails = new Tails(items, environment);
        this.transactions = new Transactions(items, new Markers(reader, tails, environment), environment);
        this.append = new Append(objects, partitions, tails, transactions::enlist, environment);
        this.appendRecords = new AppendRecords(append, partitions, environment);
        this.listOffsets = new ListOffsets(partitions, rule, environment.executor());
        this.fetch = new Fetch(partitions, rule, environment);
        this.deleteRecords = new DeleteRecords(partitions, tails, environment.executor());
        this.maintenance = new Maintenance(objects, items, environment, settings);
    }

    /** Operations on topics and their configs. */
    public Topics topics() {
        return topics;
    }

    /**
     * Appends each batch to its partition. One object is put for the whole request, then one item update a partition
     * commits its batch.
     *
     * @return in the order of the request
     */
    public List<Answer<Produced>> produce(ProduceRequest request) {
        return append.produce(request);
    }

    /**
     * Appends single records, batched by partition. A record that breaks a rule of the topic is refused alone, the
     * others stand; an idempotent request stands or falls as one.
     *
     * @return in the order of the request
     */
    public List<Answer<ProducedRecord>> produceRecords(RecordsRequest request) {
        return appendRecords.produce(request);
    }

    /**
     * How far seals lag behind appends: the longest tail that appends have left behind since the last call of this, in
     * batches. For whoever measures a process that handles one request at a time.
     */
    public int takeSealLag() {
        return tails.takeLongestTail();
    }

    /**
     * Answers each target as Kafka's ListOffsets does.
     *
     * @return in the order of the request
     */
    public List<Answer<ListedOffset>> listOffsets(ListOffsetsRequest request) {
        return listOffsets.list(request);
    }

    /** Reads whole batches from an offset on. */
    public FetchAnswer fetch(FetchRequest request) {
        return fetch.fetch(request);
    }

    /**
     * Moves log start offsets up.
     *
     * @return each partition's log start offset afterwards (Kafka's low watermark), in the order of the request
     */
    public List<Answer<Long>> deleteRecords(DeleteRecordsRequest request) {
        return deleteRecords.delete(request);
    }

    /**
     * Kafka's InitProducerId: an id for an idempotent producer, or, for a transactional id, the next epoch, which fences
     * whoever used it before. A transaction that is open is aborted, which is answered with CONCURRENT_TRANSACTIONS: ask
     * again.
     */
    public Answer<ProducerEpoch> initProducer(InitProducerRequest request) {
        return transactions.initProducer(request);
    }

    /**
     * Kafka's EndTxn: commits or aborts the transaction of a producer, in all its partitions or none. When it is
     * answered, the decision is durable.
     *
     * @return with producer id and epoch to use next
     */
    public Answer<EndedTransaction> endTransaction(EndTransactionRequest request) {
        return transactions.endTransaction(request);
    }

    /** Where a transactional id stands, or TRANSACTIONAL_ID_NOT_FOUND. */
    public Answer<TransactionDescription> describeTransaction(String transactionalId) {
        return transactions.describe(transactionalId);
    }

    /**
     * Transactional ids in their order.
     *
     * @param after what the part of the list before gave for the next one
     */
    public Answer<TransactionDescription.Page> transactions(Optional<String> after) {
        return transactions.list(after);
    }

    /**
     * To be called in a process that was restored from a snapshot, before it serves: other copies of it have the same
     * memory, and must not give the same producer ids.
     */
    public void restored() {
        transactions.forget();
    }

    /**
     * One run of the scheduled maintenance. Runs may overlap, and may stop anywhere.
     *
     * @return what it did; a partition that failed or was skipped leaves the others alone and stays due
     */
    public MaintenanceReport maintain(MaintenanceRequest request) {
        return maintenance.run(request);
    }
}
