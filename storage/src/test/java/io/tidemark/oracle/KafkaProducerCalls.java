package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import io.tidemark.store.Eventually;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.message.EndTxnResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;

/** The broker as a producer of transaction version 2 calls it: each call is one request over the wire. */
final class KafkaProducerCalls implements ComparedProducer {
    private static final byte TRANSACTION = 1;

    private final KafkaWire wire;

    KafkaProducerCalls(KafkaWire wire) {
        this.wire = wire;
        // the first question for a coordinator makes the topic that it keeps its state in
        FindCoordinatorRequestData request =
                new FindCoordinatorRequestData().setKeyType(TRANSACTION).setCoordinatorKeys(List.of("any"));
        Eventually.until(
                () -> Errors.forCode(wire.call(ApiKeys.FIND_COORDINATOR, 4, request, FindCoordinatorResponseData::new)
                        .coordinators()
                        .get(0)
                        .errorCode()),
                error -> error == Errors.NONE);
        Eventually.until(
                () -> init(Optional.of("warm-up"), KafkaWire.PATIENCE_MS, NONE, NONE),
                given -> given.error() == Errors.NONE);
    }

    @Override
    public Given init(Optional<String> transactionalId, int timeoutMs, long producerId, int epoch) {
        InitProducerIdResponseData answer = wire.call(
                ApiKeys.INIT_PRODUCER_ID,
                5,
                new InitProducerIdRequestData()
                        .setTransactionalId(orNull(transactionalId))
                        .setTransactionTimeoutMs(timeoutMs)
                        .setProducerId(producerId)
                        .setProducerEpoch((short) epoch),
                InitProducerIdResponseData::new);
        return new Given(Errors.forCode(answer.errorCode()), answer.producerId(), answer.producerEpoch());
    }

    @Override
    public Given end(String transactionalId, long producerId, int epoch, boolean committed) {
        EndTxnResponseData answer = wire.call(
                ApiKeys.END_TXN,
                5,
                new EndTxnRequestData()
                        .setTransactionalId(transactionalId)
                        .setProducerId(producerId)
                        .setProducerEpoch((short) epoch)
                        .setCommitted(committed),
                EndTxnResponseData::new);
        return new Given(Errors.forCode(answer.errorCode()), answer.producerId(), answer.producerEpoch());
    }

    @Override
    public Errors produce(String topic, Optional<String> transactionalId, Bytes batch) {
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData()
                .setName(topic)
                .setPartitionData(List.of(new PartitionProduceData()
                        .setRecords(MemoryRecords.readableRecords(ByteBuffer.wrap(batch.toByteArray()))))));
        ProduceRequestData request = new ProduceRequestData()
                .setTransactionalId(orNull(transactionalId))
                .setAcks((short) -1)
                .setTimeoutMs(KafkaWire.PATIENCE_MS)
                .setTopicData(topics);
        return Errors.forCode(
                wire
                        .call(ApiKeys.PRODUCE, KafkaLog.PRODUCE_VERSION, request, ProduceResponseData::new)
                        .responses()
                        .stream()
                        .findFirst()
                        .orElseThrow()
                        .partitionResponses()
                        .get(0)
                        .errorCode());
    }

    private static @Nullable String orNull(Optional<String> text) {
        return text.orElse(null);
    }
}
