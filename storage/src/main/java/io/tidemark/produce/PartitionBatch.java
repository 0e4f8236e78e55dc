package io.tidemark.produce;

import io.tidemark.record.Bytes;
import io.tidemark.topic.TopicPartition;

/** A raw record batch v2 as it came, and where it is to be appended. */
public record PartitionBatch(TopicPartition partition, Bytes batch) {}
