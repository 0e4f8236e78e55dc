package io.tidemark.log;

import io.tidemark.topic.TopicName;
import java.util.List;
import java.util.Optional;

/** Kafka's DeleteRecords (KIP-107) for partitions of one topic; each has its own answer. */
public record DeleteRecordsRequest(TopicName topic, List<Entry> partitions) {

    /** @param beforeOffset the new log start offset; absent (Kafka's -1) for the high watermark */
    public record Entry(int partition, Optional<Long> beforeOffset) {}

    public DeleteRecordsRequest {
        partitions = List.copyOf(partitions);
    }
}
