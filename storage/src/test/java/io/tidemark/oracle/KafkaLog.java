package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import io.tidemark.store.Eventually;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicCollection;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfigCollection;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.DeleteRecordsRequestData;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsPartition;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsTopic;
import org.apache.kafka.common.message.DeleteRecordsResponseData;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DescribeProducersRequestData;
import org.apache.kafka.common.message.DescribeProducersResponseData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.BatchIndexAndErrorMessage;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** The broker's log: each call is one request over the wire. Used by one thread. */
final class KafkaLog implements ComparedLog, AutoCloseable {
    /** The newest versions that name topics rather than their ids. */
    static final int PRODUCE_VERSION = 12;

    static final int FETCH_VERSION = 12;
    static final int LIST_OFFSETS_VERSION = 11;

    private static final long LATEST = -1;
    private static final int BATCH_HEADER_SIZE_BYTES = 12;

    private final KafkaWire wire;

    KafkaLog(KafkaWire wire) {
        this.wire = wire;
    }

    /** Creates the topic and returns once the broker leads every partition of it. */
    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        CreatableTopicConfigCollection entries = new CreatableTopicConfigCollection();
        configs.forEach((name, value) ->
                entries.add(new CreatableTopicConfig().setName(name).setValue(value)));
        CreatableTopicCollection topics = new CreatableTopicCollection();
        topics.add(new CreatableTopic()
                .setName(topic)
                .setNumPartitions(partitions)
                .setReplicationFactor((short) 1)
                .setConfigs(entries));
        CreateTopicsRequestData request =
                new CreateTopicsRequestData().setTopics(topics).setTimeoutMs(KafkaWire.PATIENCE_MS);
        Errors error = Errors.forCode(wire.call(ApiKeys.CREATE_TOPICS, 7, request, CreateTopicsResponseData::new)
                .topics()
                .find(topic)
                .errorCode());
        if (error == Errors.NONE) {
            awaitLeaders(topic, partitions);
        }
        return error;
    }

    void deleteTopic(String topic) {
        DeleteTopicsRequestData request =
                new DeleteTopicsRequestData().setTopicNames(List.of(topic)).setTimeoutMs(KafkaWire.PATIENCE_MS);
        wire.call(ApiKeys.DELETE_TOPICS, 5, request, DeleteTopicsResponseData::new);
    }

    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        return produce(topic, batches, PRODUCE_VERSION, (short) -1);
    }

    SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches, int version, short acks) {
        List<PartitionProduceData> partitions = new ArrayList<>();
        batches.forEach((partition, batch) -> partitions.add(new PartitionProduceData()
                .setIndex(partition)
                .setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(batch.toByteArray())))));
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData().setName(topic).setPartitionData(partitions));
        ProduceRequestData request = new ProduceRequestData()
                .setAcks(acks)
                .setTimeoutMs(KafkaWire.PATIENCE_MS)
                .setTopicData(topics);
        SortedMap<Integer, Appended> answers = new TreeMap<>();
        for (var topicAnswer : wire.call(ApiKeys.PRODUCE, version, request, ProduceResponseData::new)
                .responses()) {
            topicAnswer.partitionResponses().forEach(answer -> answers.put(answer.index(), appended(answer)));
        }
        return answers;
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        List<ListOffsetsPartition> asked = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.add(new ListOffsetsPartition().setPartitionIndex(partition).setTimestamp(timestamp));
        }
        return listOffsets(topic, asked, LIST_OFFSETS_VERSION, new ListOffsetsRequestData().setReplicaId(-1));
    }

    /** Any request of one topic; the answers in the order of their partitions. */
    List<Listed> listOffsets(
            String topic, List<ListOffsetsPartition> asked, int version, ListOffsetsRequestData request) {
        request.setTopics(List.of(new ListOffsetsTopic().setName(topic).setPartitions(asked)));
        return wire.call(ApiKeys.LIST_OFFSETS, version, request, ListOffsetsResponseData::new).topics().stream()
                .flatMap(answer -> answer.partitions().stream())
                .sorted(Comparator.comparing(ListOffsetsPartitionResponse::partitionIndex))
                .map(answer -> new Listed(
                        Errors.forCode(answer.errorCode()), answer.offset(), answer.timestamp(), answer.leaderEpoch()))
                .toList();
    }

    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        FetchPartition asked = new FetchPartition()
                .setPartition(partition)
                .setFetchOffset(offset)
                .setPartitionMaxBytes(maxSizeBytes);
        return fetch(topic, asked, new FetchRequestData().setMinBytes(0).setMaxWaitMs(0));
    }

    /** Any request of one partition. */
    Read fetch(String topic, FetchPartition asked, FetchRequestData request) {
        return read(answer(topic, asked, request));
    }

    FetchResponseData.PartitionData answer(String topic, FetchPartition asked, FetchRequestData request) {
        request.setTopics(List.of(new FetchTopic().setTopic(topic).setPartitions(List.of(asked))));
        return wire.call(ApiKeys.FETCH, FETCH_VERSION, request, FetchResponseData::new)
                .responses()
                .get(0)
                .partitions()
                .get(0);
    }

    static Read read(FetchResponseData.PartitionData answer) {
        return new Read(
                Errors.forCode(answer.errorCode()),
                answer.highWatermark(),
                answer.lastStableOffset(),
                answer.logStartOffset(),
                wholeBatches(((MemoryRecords) answer.records()).buffer()));
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        DeleteRecordsRequestData request = new DeleteRecordsRequestData()
                .setTimeoutMs(KafkaWire.PATIENCE_MS)
                .setTopics(List.of(new DeleteRecordsTopic()
                        .setName(topic)
                        .setPartitions(List.of(new DeleteRecordsPartition()
                                .setPartitionIndex(partition)
                                .setOffset(offset)))));
        var answer = wire.call(ApiKeys.DELETE_RECORDS, 2, request, DeleteRecordsResponseData::new)
                .topics()
                .find(topic)
                .partitions()
                .find(partition);
        return new Trimmed(Errors.forCode(answer.errorCode()), answer.lowWatermark());
    }

    InitProducerIdResponseData initProducerId(InitProducerIdRequestData request) {
        return wire.call(ApiKeys.INIT_PRODUCER_ID, 5, request, InitProducerIdResponseData::new);
    }

    @Override
    public void close() {
        wire.close();
    }

    private void awaitLeaders(String topic, int partitions) {
        Eventually.holds(
                "the broker leads " + topic,
                () -> listOffsets(topic, partitions, LATEST).stream()
                        .allMatch(answer -> answer.error() == Errors.NONE));
    }

    /**
     * The marker of a transaction in partition 0: a broker appends it behind its answer. It shows that first by the
     * high watermark and only then by the last stable offset, under a lock; who asks for the producers waits for that.
     *
     * @param offset where the marker will be, the high watermark before
     */
    Bytes marker(String topic, long offset) {
        Eventually.holds("the marker comes", () -> listOffset(topic, LATEST).offset() > offset);
        DescribeProducersRequestData request = new DescribeProducersRequestData()
                .setTopics(List.of(new DescribeProducersRequestData.TopicRequest()
                        .setName(topic)
                        .setPartitionIndexes(List.of(0))));
        wire.call(ApiKeys.DESCRIBE_PRODUCERS, 0, request, DescribeProducersResponseData::new);
        return fetch(topic, 0, offset, BATCH_HEADER_SIZE_BYTES).batches().get(0);
    }

    static Appended appended(PartitionProduceResponse answer) {
        return new Appended(
                Errors.forCode(answer.errorCode()),
                answer.baseOffset(),
                answer.logAppendTimeMs(),
                answer.logStartOffset(),
                answer.recordErrors().stream()
                        .map(BatchIndexAndErrorMessage::batchIndex)
                        .toList());
    }

    /** A broker may end its answer in the middle of a batch, which a client drops. */
    private static List<Bytes> wholeBatches(ByteBuffer records) {
        List<Bytes> batches = new ArrayList<>();
        ByteBuffer rest = records.duplicate();
        while (rest.remaining() >= BATCH_HEADER_SIZE_BYTES) {
            int size = BATCH_HEADER_SIZE_BYTES + rest.getInt(rest.position() + Long.BYTES);
            if (size > rest.remaining()) {
                break;
            }
            batches.add(Bytes.copyOf(rest.slice(rest.position(), size)));
            rest.position(rest.position() + size);
        }
        return batches;
    }
}
