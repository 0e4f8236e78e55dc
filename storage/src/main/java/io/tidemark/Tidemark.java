package io.tidemark;

import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.ListOffsetsRequest;
import io.tidemark.log.ListedOffset;
import io.tidemark.log.ProduceRequest;
import io.tidemark.log.Produced;
import io.tidemark.log.ProducedRecord;
import io.tidemark.log.RecordsRequest;
import io.tidemark.record.Answer;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.util.List;

/**
 * A durable, ordered log with Kafka's semantics over an object store and an item store.
 *
 * <p>Every operation answers each partition for itself: a value, or a refusal with Kafka's error. An outage of the
 * stores is that partition's KAFKA_STORAGE_ERROR or REQUEST_TIMED_OUT. Thread-safe; any number of instances, in any
 * number of processes, may work on the same stores.
 */
public final class Tidemark {

    public Tidemark(ObjectStore objects, ItemStore items, Environment environment) {}

    /**
     * Appends each batch to its partition. One object is put for the whole request, then one item update a partition
     * commits its batch.
     *
     * @return in the order of the request
     */
    public List<Answer<Produced>> produce(ProduceRequest request) {
        return List.of();
    }

    /**
     * Appends single records, batched by partition. A record that breaks a rule of the topic is refused alone, the
     * others stand; an idempotent request stands or falls as one.
     *
     * @return in the order of the request
     */
    public List<Answer<ProducedRecord>> produceRecords(RecordsRequest request) {
        return List.of();
    }

    /**
     * Answers each target as Kafka's ListOffsets does.
     *
     * @return in the order of the request
     */
    public List<Answer<ListedOffset>> listOffsets(ListOffsetsRequest request) {
        return List.of();
    }

    /** Reads whole batches from an offset on. */
    public FetchAnswer fetch(FetchRequest request) {
        return new FetchAnswer.OutOfRange(
                new io.tidemark.record.Refusal(io.tidemark.record.KafkaError.OFFSET_OUT_OF_RANGE, ""), 0, 0);
    }

    /**
     * Moves log start offsets up.
     *
     * @return each partition's log start offset afterwards (Kafka's low watermark), in the order of the request
     */
    public List<Answer<Long>> deleteRecords(DeleteRecordsRequest request) {
        return List.of();
    }
}
