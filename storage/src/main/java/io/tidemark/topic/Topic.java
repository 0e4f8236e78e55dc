package io.tidemark.topic;

import java.time.Instant;

/**
 * A topic.
 *
 * @param partitionCount 1 or more
 * @param createdAt to the millisecond
 * @param deleting whether its deletion has begun: it takes no part in anything any more, though its name is not free
 */
public record Topic(
        TopicName name, TopicId id, int partitionCount, TopicConfig config, Instant createdAt, boolean deleting) {
    public Topic {
        if (partitionCount < 1) {
            throw new IllegalArgumentException("a topic of " + partitionCount + " partitions");
        }
    }

    public Topic withConfig(TopicConfig changed) {
        return new Topic(name, id, partitionCount, changed, createdAt, deleting);
    }

    /** Whether there is a partition of this number, which may be any. */
    public boolean hasPartition(int partition) {
        return partition >= 0 && partition < partitionCount;
    }

    /**
     * The partition of this number.
     *
     * @throws IllegalArgumentException where the topic has no such partition
     */
    public PartitionId partition(int partition) {
        if (!hasPartition(partition)) {
            throw new IllegalArgumentException(name + " has no partition " + partition);
        }
        return new PartitionId(id, partition);
    }
}
