package io.tidemark.layout;

import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;

/**
 * A partition that a transaction writes to.
 *
 * @param topic the topic's name, for those who look
 */
public record EnlistedPartition(TopicName topic, PartitionId partition) {}
