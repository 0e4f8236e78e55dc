package io.tidemark.partition;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.util.Optional;

/** Finds what a client's words name. Thread-safe. */
public final class Partitions {
    private final TopicReader topics;

    public Partitions(TopicReader topics) {
        this.topics = topics;
    }

    /** A partition that was found, with its topic. */
    public record Found(Topic topic, PartitionId id) {}

    /** The topic, or UNKNOWN_TOPIC_OR_PARTITION. */
    public Answer<Topic> topic(TopicName name) {
        return topics.cached(name).map(Answer::of).orElseGet(() -> unknown("There is no topic " + name + "."));
    }

    /** The partition, or UNKNOWN_TOPIC_OR_PARTITION. */
    public Answer<Found> find(TopicPartition partition) {
        return topic(partition.topic()).then(topic -> find(topic, partition.partition()));
    }

    /** The partition to write to: as {@link #findWritable(Topic, int)}. */
    public Answer<Found> findWritable(TopicPartition partition) {
        return topic(partition.topic()).then(topic -> findWritable(topic, partition.partition()));
    }

    /** The topic's partition to write to: as {@link #find}, or INVALID_TOPIC_EXCEPTION for one of Kafka's own topics. */
    public static Answer<Found> findWritable(Topic topic, int partition) {
        return find(topic, partition)
                .then(found -> topic.name().isInternal()
                        ? Answer.refused(
                                KafkaError.INVALID_TOPIC_EXCEPTION,
                                "Topic " + topic.name() + " has the name of one of Kafka's internal topics, which"
                                        + " clients do not write.")
                        : Answer.of(found));
    }

    /** The topic's partition, or UNKNOWN_TOPIC_OR_PARTITION. */
    public static Answer<Found> find(Topic topic, int partition) {
        if (topic.hasPartition(partition)) {
            return Answer.of(new Found(topic, topic.partition(partition)));
        }
        return unknown("Topic " + topic.name() + " has no partition " + partition + "; it has " + topic.partitionCount()
                + ", numbered from 0.");
    }

    /** The answer where a partition has no head: its topic was deleted, and is not remembered any longer. */
    public <T> Answer<T> gone(Topic topic) {
        topics.forget(topic.name());
        return unknown("Topic " + topic.name() + " was deleted.");
    }

    /** The value that was read, or the answer for a partition without a head. */
    public <T> Answer<T> orGone(Topic topic, Optional<Answer<T>> read) {
        return read.orElseGet(() -> gone(topic));
    }

    private static <T> Answer<T> unknown(String message) {
        return Answer.refused(KafkaError.UNKNOWN_TOPIC_OR_PARTITION, message);
    }
}
