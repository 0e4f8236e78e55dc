package io.tidemark.log;

import io.tidemark.topic.TopicPartition;
import java.util.List;
import java.util.Optional;

/**
 * Kafka's ListOffsets (API key 2) for several partitions. A partition that is named twice is refused with
 * INVALID_REQUEST each time; the others are answered.
 *
 * @param includeTimestamps whether Earliest and Latest, which Kafka answers without a timestamp, also tell that of
 *     the first record, or of the one right before; costs a read of the batch. Absent where the isolation level hides
 *     that record, or compaction has left none there
 */
public record ListOffsetsRequest(IsolationLevel isolation, boolean includeTimestamps, List<Entry> partitions) {

    /**
     * @param timestamp Kafka's: epoch milliseconds, or -1 to -6
     * @param currentLeaderEpoch the epoch the client believes in; absent for no check
     */
    public record Entry(TopicPartition partition, long timestamp, Optional<Integer> currentLeaderEpoch) {}

    public ListOffsetsRequest {
        partitions = List.copyOf(partitions);
    }
}
