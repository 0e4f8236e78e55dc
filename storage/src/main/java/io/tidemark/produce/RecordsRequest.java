package io.tidemark.produce;

import io.tidemark.record.Deadline;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.topic.TopicName;
import java.util.List;
import java.util.Optional;

/**
 * Single records to append to one topic. Those of one partition become one batch, in their order.
 *
 * @param producer for an idempotent request: all its records must go to one partition, and to the same one when they
 *     are sent again
 * @param transactionalId the transaction's owner; needs {@code producer}
 * @param deadline past it nothing more is begun; what is refused for it was not appended
 */
public record RecordsRequest(
        TopicName topic,
        List<Entry> records,
        Optional<ProducerStamp> producer,
        Optional<String> transactionalId,
        Deadline deadline) {

    /**
     * A record and its place.
     *
     * @param partition absent to let Kafka's default partitioner choose: by the key's murmur2 hash, and for all
     *     keyless records of one request one partition
     */
    public record Entry(Optional<Integer> partition, NewRecord record) {}

    public RecordsRequest {
        records = List.copyOf(records);
        if (transactionalId.isPresent() && producer.isEmpty()) {
            throw new IllegalArgumentException("a transactional request without a producer");
        }
    }

    /** May take as long as it needs. */
    public RecordsRequest(
            TopicName topic, List<Entry> records, Optional<ProducerStamp> producer, Optional<String> transactionalId) {
        this(topic, records, producer, transactionalId, Deadline.NONE);
    }

    /** The same request, in that time. */
    public RecordsRequest within(Deadline other) {
        return new RecordsRequest(topic, records, producer, transactionalId, other);
    }

    /** Whether some record says neither by its partition nor by a key where it goes. */
    boolean leavesPartitionOpen() {
        return records.stream()
                .anyMatch(entry ->
                        entry.partition().isEmpty() && entry.record().key().isEmpty());
    }
}
