package io.tidemark.oracle;

import io.tidemark.Tidemark;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.EndedTransaction;
import io.tidemark.transaction.InitProducerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.protocol.Errors;

/** Tidemark's producers in Kafka's words. */
final class TidemarkProducerCalls implements ComparedProducer {
    private final Tidemark tidemark;

    TidemarkProducerCalls(Tidemark tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Given init(Optional<String> transactionalId, int timeoutMs, long producerId, int epoch) {
        return given(tidemark.initProducer(new InitProducerRequest(
                transactionalId,
                Duration.ofMillis(timeoutMs),
                producerId == NONE ? Optional.empty() : Optional.of(producerId),
                epoch == NONE ? Optional.empty() : Optional.of(epoch))));
    }

    @Override
    public Given end(String transactionalId, long producerId, int epoch, boolean committed) {
        return given(tidemark.endTransaction(new EndTransactionRequest(transactionalId, producerId, epoch, committed))
                .map(EndedTransaction::next));
    }

    @Override
    public Errors produce(String topic, Optional<String> transactionalId, Bytes batch) {
        return error(tidemark.produce(new ProduceRequest(
                        transactionalId, List.of(new PartitionBatch(TidemarkLog.partition(topic, 0), batch))))
                .get(0));
    }

    private static Given given(Answer<ProducerEpoch> answer) {
        return answer instanceof Answer.Given<ProducerEpoch> given
                ? new Given(
                        Errors.NONE, given.value().producerId(), given.value().epoch())
                : Given.refused(error(answer));
    }

    private static Errors error(Answer<?> answer) {
        return answer instanceof Answer.Refused<?> refused
                ? Errors.forCode(refused.refusal().error().code())
                : Errors.NONE;
    }
}
