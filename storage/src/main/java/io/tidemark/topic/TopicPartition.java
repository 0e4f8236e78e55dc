package io.tidemark.topic;

/**
 * A partition as a client names it. The number is the client's: it may be negative, or above what the topic has, and
 * is then answered with UNKNOWN_TOPIC_OR_PARTITION.
 */
public record TopicPartition(TopicName topic, int partition) {
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
