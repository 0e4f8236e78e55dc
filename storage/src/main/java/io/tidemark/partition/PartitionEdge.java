package io.tidemark.partition;

import io.tidemark.layout.UnreadableItemException;
import io.tidemark.record.Answer;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.TopicPartition;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one partition's answer is made: whatever goes wrong with one partition becomes its Kafka error and leaves the
 * others alone.
 */
public final class PartitionEdge {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionEdge.class);

    private PartitionEdge() {}

    /** The answer, or the refusal that stands for what was thrown. */
    public static <T> Answer<T> guard(TopicPartition partition, Supplier<Answer<T>> answer) {
        return guard(partition, answer, Answer::refused);
    }

    /** The answer, or what {@code refused} makes of the refusal that stands for what was thrown. */
    public static <A> A guard(TopicPartition partition, Supplier<A> answer, Function<Refusal, A> refused) {
        try {
            return answer.get();
        } catch (CorruptBatchException e) {
            LOG.error("damaged batch, topic={} partition={}", partition.topic(), partition.partition(), e);
            return refused.apply(new Refusal(e.error(), String.valueOf(e.getMessage())));
        } catch (UnreadableItemException e) {
            LOG.error("unreadable item, topic={} partition={}", partition.topic(), partition.partition(), e);
            return refused.apply(new Refusal(KafkaError.KAFKA_STORAGE_ERROR, String.valueOf(e.getMessage())));
        } catch (StoreUnavailableException e) {
            LOG.warn(
                    "store unavailable, topic={} partition={} reason={}",
                    partition.topic(),
                    partition.partition(),
                    e.toString());
            return refused.apply(
                    new Refusal(KafkaError.KAFKA_STORAGE_ERROR, e.kind().advice()));
        } catch (RuntimeException e) {
            LOG.error("unexpected failure, topic={} partition={}", partition.topic(), partition.partition(), e);
            return refused.apply(new Refusal(
                    KafkaError.UNKNOWN_SERVER_ERROR, "An unexpected failure, which was logged. It is not yours."));
        }
    }
}
