package io.tidemark.simulation;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.Head;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * One topic on stores in memory, and any number of processes that work on them. Everything runs on the calling thread
 * and no pause takes time, unless another environment is given.
 */
public final class World {
    public static final long START_MS = 1_790_000_000_000L;
    public static final TopicName TOPIC = new TopicName("orders");
    private static final int FETCH_BYTES = 1 << 20;

    private final ItemStore items;
    private final ObjectStore objects;
    private final ManualClock clock = new ManualClock(START_MS);
    private final Environment environment;
    private final Topic topic;

    public World(ItemStore items, ObjectStore objects, int partitions, RandomGenerator random, Executor executor) {
        this.items = items;
        this.objects = objects;
        this.environment = new Environment(clock, random, duration -> {}, executor);
        this.topic = create(TOPIC, partitions);
    }

    public static World inMemory(int partitions) {
        EmbeddedStore store = EmbeddedStore.inMemory();
        return new World(store.items(), store.objects(), partitions, new Random(5), Runnable::run);
    }

    public Topic create(TopicName name, int partitions) {
        Map<String, String> anyTime = Map.of(
                "message.timestamp.before.max.ms",
                "" + Long.MAX_VALUE,
                "message.timestamp.after.max.ms",
                "" + Long.MAX_VALUE);
        Answer<Topic> created = process().topics().create(new NewTopic(name.value(), Optional.of(partitions), anyTime));
        return value(created);
    }

    /** A process that has just started. */
    public Tidemark process() {
        return process(Gate.OPEN);
    }

    /** A process that has just started, whose every store call goes through the gate. */
    public Tidemark process(Gate gate) {
        return process(gate, environment);
    }

    public Tidemark process(Gate gate, Environment other) {
        return new Tidemark(new GatedObjectStore(objects, gate), new GatedItemStore(items, gate), other);
    }

    public ItemStore items() {
        return items;
    }

    public ObjectStore objects() {
        return objects;
    }

    public ManualClock clock() {
        return clock;
    }

    public Environment environment() {
        return environment;
    }

    public Topic topic() {
        return topic;
    }

    /** The head of a partition as it is stored. */
    public Head head(int partition) {
        return Head.decode(
                Head.key(topic.partition(partition)),
                items.get(Head.key(topic.partition(partition))).orElseThrow());
    }

    public static TopicPartition partition(int partition) {
        return new TopicPartition(TOPIC, partition);
    }

    public static Answer<Produced> produce(Tidemark process, int partition, Bytes batch) {
        return process.produce(
                        new ProduceRequest(Optional.empty(), List.of(new PartitionBatch(partition(partition), batch))))
                .get(0);
    }

    public static Answer<ListedOffset> list(Tidemark process, int partition, long timestamp) {
        return process.listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_UNCOMMITTED,
                        false,
                        List.of(new ListOffsetsRequest.Entry(partition(partition), timestamp, Optional.empty()))))
                .get(0);
    }

    public static FetchAnswer fetch(Tidemark process, int partition, long offset, int sizeBytes) {
        return process.fetch(new FetchRequest(
                partition(partition),
                offset,
                sizeBytes,
                IsolationLevel.READ_UNCOMMITTED,
                Duration.ZERO,
                Optional.empty()));
    }

    /** Every record from the offset to the high watermark, in the order in which they are read. */
    public static List<LogRecord> readFrom(Tidemark process, int partition, long offset) {
        List<LogRecord> records = new ArrayList<>();
        long next = offset;
        while (true) {
            Fetched fetched = (Fetched) fetch(process, partition, next, FETCH_BYTES);
            if (fetched.batches().isEmpty()) {
                return records;
            }
            long from = next;
            fetched.batches()
                    .forEach(batch -> batch.records().stream()
                            .filter(found -> found.offset() >= from)
                            .forEach(records::add));
            next = fetched.nextOffset();
        }
    }

    public static <T> T value(Answer<T> answer) {
        if (answer instanceof Answer.Refused<T> refused) {
            throw new AssertionError("refused: " + refused.refusal());
        }
        return ((Answer.Given<T>) answer).value();
    }
}
