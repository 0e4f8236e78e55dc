package io.tidemark.oracle;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.store.Eventually;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.message.EndTxnResponseData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FindCoordinatorRequest.CoordinatorType;

/** Transactions of transaction version 2 on the broker, on partition 0 of a topic. Used by one thread. */
final class KafkaTransactions {
    private static final byte READ_COMMITTED = 1;
    private static final int TRANSACTION_TIMEOUT_MS = 600_000;

    private final KafkaWire wire;
    private final KafkaLog log;

    KafkaTransactions(KafkaWire wire) {
        this.wire = wire;
        this.log = new KafkaLog(wire);
    }

    /** What a coordinator answers until it is ready, and until what was ended before is done. */
    private static <T> T untilReady(Supplier<T> call, Function<T, Short> errorCode) {
        return Eventually.until(call, answer -> !isTransient(errorCode.apply(answer)));
    }

    private static boolean isTransient(short code) {
        return switch (Errors.forCode(code)) {
            case COORDINATOR_NOT_AVAILABLE, COORDINATOR_LOAD_IN_PROGRESS, NOT_COORDINATOR, CONCURRENT_TRANSACTIONS ->
                true;
            default -> false;
        };
    }

    /** A new transactional id's producer. */
    ProducerEpoch init(String transactionalId) {
        FindCoordinatorRequestData find = new FindCoordinatorRequestData()
                .setKeyType(CoordinatorType.TRANSACTION.id())
                .setCoordinatorKeys(List.of(transactionalId));
        untilReady(
                () -> wire.call(ApiKeys.FIND_COORDINATOR, 4, find, FindCoordinatorResponseData::new),
                answer -> answer.coordinators().get(0).errorCode());
        InitProducerIdRequestData request = new InitProducerIdRequestData()
                .setTransactionalId(transactionalId)
                .setTransactionTimeoutMs(TRANSACTION_TIMEOUT_MS);
        InitProducerIdResponseData answer =
                untilReady(() -> log.initProducerId(request), InitProducerIdResponseData::errorCode);
        if (answer.errorCode() != Errors.NONE.code()) {
            throw new IllegalStateException("no producer id: " + Errors.forCode(answer.errorCode()));
        }
        return new ProducerEpoch(answer.producerId(), answer.producerEpoch());
    }

    Appended produce(String topic, String transactionalId, Bytes batch) {
        ProduceRequestData request = new ProduceRequestData()
                .setTransactionalId(transactionalId)
                .setAcks((short) -1)
                .setTimeoutMs(KafkaWire.PATIENCE_MS)
                .setTopicData(new TopicProduceDataCollection(List.of(new TopicProduceData()
                                .setName(topic)
                                .setPartitionData(List.of(new PartitionProduceData()
                                        .setIndex(0)
                                        .setRecords(
                                                MemoryRecords.readableRecords(ByteBuffer.wrap(batch.toByteArray()))))))
                        .iterator()));
        return untilReady(
                () -> KafkaLog.appended(
                        wire.call(ApiKeys.PRODUCE, KafkaLog.PRODUCE_VERSION, request, ProduceResponseData::new)
                                .responses()
                                .iterator()
                                .next()
                                .partitionResponses()
                                .get(0)),
                answer -> answer.error().code());
    }

    /** Ends the transaction, and returns when its marker is written to the topic. */
    ProducerEpoch end(String topic, String transactionalId, ProducerEpoch transaction, boolean committed) {
        long highBefore = log.listOffset(topic, -1).offset();
        EndTxnRequestData request = new EndTxnRequestData()
                .setTransactionalId(transactionalId)
                .setProducerId(transaction.producerId())
                .setProducerEpoch(transaction.epoch())
                .setCommitted(committed);
        EndTxnResponseData answer = untilReady(
                () -> wire.call(ApiKeys.END_TXN, 5, request, EndTxnResponseData::new), EndTxnResponseData::errorCode);
        if (answer.errorCode() != Errors.NONE.code()) {
            throw new IllegalStateException("no end: " + Errors.forCode(answer.errorCode()));
        }
        Bytes unused = log.marker(topic, highBefore);
        return new ProducerEpoch(answer.producerId(), answer.producerEpoch());
    }

    Listed listCommitted(String topic, long timestamp) {
        return log.listOffsets(
                        topic,
                        List.of(new ListOffsetsPartition().setPartitionIndex(0).setTimestamp(timestamp)),
                        KafkaLog.LIST_OFFSETS_VERSION,
                        new ListOffsetsRequestData().setReplicaId(-1).setIsolationLevel(READ_COMMITTED))
                .get(0);
    }

    CommittedRead fetchCommitted(String topic, long offset, int maxSizeBytes) {
        FetchPartition asked =
                new FetchPartition().setPartition(0).setFetchOffset(offset).setPartitionMaxBytes(maxSizeBytes);
        var answer = log.answer(
                topic,
                asked,
                new FetchRequestData().setMinBytes(0).setMaxWaitMs(0).setIsolationLevel(READ_COMMITTED));
        return new CommittedRead(
                KafkaLog.read(answer),
                answer.abortedTransactions() == null
                        ? List.of()
                        : answer.abortedTransactions().stream()
                                .map(each -> new CommittedRead.Aborted(each.producerId(), each.firstOffset()))
                                .toList());
    }
}
