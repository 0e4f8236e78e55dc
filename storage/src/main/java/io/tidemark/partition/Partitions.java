package io.tidemark.partition;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what a client's words name. Thread-safe. */
public final class Partitions {
    private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);

    private final TopicReader topics;

    public Partitions(TopicReader topics) {
        this.topics = topics;
    }

    /** A partition that was found, with its topic. */
    public record Found(Topic topic, PartitionId id) {}

    /** The topic, or UNKNOWN_TOPIC_OR_PARTITION. */
    private Answer<Topic> topic(TopicName name) {
        return topics.cached(name)
                .map(Answer::of)
                .orElseGet(() -> Answer.refused(unknown("There is no topic " + name + ".")));
    }

    /**
     * The topic, or UNKNOWN_TOPIC_OR_PARTITION. Where what is remembered of it lacks one of the partitions, it is read
     * anew: it may have been created again since, with more of them.
     */
    public Answer<Topic> topic(TopicName name, Collection<Integer> partitions) {
        return topic(name)
                .then(known -> partitions.stream().allMatch(known::hasPartition)
                        ? Answer.of(known)
                        : topics.fresh(name).map(Answer::of).orElseGet(() -> Answer.refused(deleted(name))));
    }

    /** The partition, or UNKNOWN_TOPIC_OR_PARTITION. */
    public Answer<Found> find(TopicPartition partition) {
        return topic(partition.topic(), List.of(partition.partition()))
                .then(topic -> find(topic, partition.partition()));
    }

    /** The partition to write to: as {@link #findWritable(Topic, int)}. */
    public Answer<Found> findWritable(TopicPartition partition) {
        return topic(partition.topic(), List.of(partition.partition()))
                .then(topic -> findWritable(topic, partition.partition()));
    }

    /** As {@link #findWritable(TopicPartition)}, with the topic's configs as they are stored now. */
    public Answer<Found> findWritableNow(TopicPartition partition) {
        topics.forget(partition.topic());
        return findWritable(partition);
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
        return Answer.refused(unknown("Topic " + topic.name() + " has no partition " + partition + "; it has "
                + topic.partitionCount() + ", numbered from 0."));
    }

    /**
     * Why there is no answer where a partition of the topic has no head: UNKNOWN_TOPIC_OR_PARTITION where the topic was
     * deleted, and UNKNOWN_TOPIC_ID where its name is in use again; the next request finds that topic.
     */
    public Refusal gone(Topic topic) {
        Optional<Topic> now = topics.fresh(topic.name());
        if (now.isEmpty()) {
            return deleted(topic.name());
        }
        if (now.get().id().equals(topic.id())) {
            LOG.error("a partition has no head, topic={} id={}", topic.name(), topic.id());
            return new Refusal(
                    KafkaError.KAFKA_STORAGE_ERROR,
                    "A partition of topic " + topic.name() + " cannot be found. The service's operator finds more in"
                            + " the log.");
        }
        return new Refusal(
                KafkaError.UNKNOWN_TOPIC_ID,
                "Topic " + topic.name() + " was deleted and created again a moment ago. Nothing was done; send the"
                        + " request again.");
    }

    private static Refusal deleted(TopicName name) {
        return unknown("Topic " + name + " was deleted.");
    }

    private static Refusal unknown(String message) {
        return new Refusal(KafkaError.UNKNOWN_TOPIC_OR_PARTITION, message);
    }
}
