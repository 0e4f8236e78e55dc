package io.tidemark.topic;

/**
 * A partition as it is stored: by its topic's id, so that a topic that is created again never meets its own past.
 *
 * @param partition from 0 to the topic's partition count - 1
 */
public record PartitionId(TopicId topic, int partition) {
    public PartitionId {
        if (partition < 0) {
            throw new IllegalArgumentException("partition " + partition);
        }
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
