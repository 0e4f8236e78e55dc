package io.tidemark.simulation;

import io.tidemark.Tidemark;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.Append;
import io.tidemark.produce.Enlistment;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.transaction.Markers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A process that has just started, and writes transactions without a coordinator: whatever is to be enlisted is, unless
 * a test says otherwise, and a test ends in each partition what it began there.
 */
public final class TransactionProcess {
    private static final Enlistment ANYTHING = (transactionalId, transaction, partitions) -> Optional.empty();
    private static final int FETCH_BYTES = 1 << 20;

    private final World world;
    private final Append append;
    private final Markers markers;
    private final Tidemark tidemark;

    public TransactionProcess(World world) {
        this(world, Gate.OPEN);
    }

    public TransactionProcess(World world, Gate gate) {
        this(world, gate, ANYTHING);
    }

    public TransactionProcess(World world, Gate gate, Enlistment enlistment) {
        ItemStore items = new GatedItemStore(world.items(), gate);
        ObjectStore objects = new GatedObjectStore(world.objects(), gate);
        TopicReader topics = new TopicReader(items, world.clock());
        Tails tails = new Tails(items, world.environment());
        this.world = world;
        this.append = new Append(objects, new Partitions(topics), tails, enlistment, world.environment());
        this.markers = new Markers(topics, tails, world.environment());
        this.tidemark = world.process(gate);
    }

    public static ProducerEpoch transaction(long producerId, int epoch) {
        return new ProducerEpoch(producerId, (short) epoch);
    }

    /** One record in a transaction, timestamped with its sequence. */
    public Answer<Produced> write(int partition, ProducerEpoch transaction, int sequence) {
        return produce(
                partition,
                RawBatches.transactional(
                        RawBatches.stamp(transaction.producerId(), transaction.epoch(), sequence),
                        transaction + "/" + sequence,
                        sequence));
    }

    public Answer<Produced> produce(int partition, Bytes batch) {
        return append.produce(new ProduceRequest(
                        Optional.of("t"), List.of(new PartitionBatch(World.partition(partition), batch))))
                .get(0);
    }

    public void commit(int partition, ProducerEpoch transaction) {
        markers.end(World.TOPIC, world.topic().partition(partition), transaction, true);
    }

    public void abort(int partition, ProducerEpoch transaction) {
        markers.end(World.TOPIC, world.topic().partition(partition), transaction, false);
    }

    public Fetched fetchCommitted(int partition, long offset) {
        return (Fetched) tryFetchCommitted(partition, offset, FETCH_BYTES);
    }

    public FetchAnswer tryFetchCommitted(int partition, long offset, int sizeBytes) {
        return tidemark.fetch(new FetchRequest(
                World.partition(partition),
                offset,
                sizeBytes,
                IsolationLevel.READ_COMMITTED,
                Duration.ZERO,
                Optional.empty()));
    }

    public ListedOffset listCommitted(int partition, long timestamp) {
        ListOffsetsRequest.Entry entry =
                new ListOffsetsRequest.Entry(World.partition(partition), timestamp, Optional.empty());
        return World.value(
                tidemark.listOffsets(new ListOffsetsRequest(IsolationLevel.READ_COMMITTED, false, List.of(entry)))
                        .get(0));
    }

    public Tidemark tidemark() {
        return tidemark;
    }
}
