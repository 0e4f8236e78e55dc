package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import java.time.Instant;

/**
 * A partition that is maintained.
 *
 * @param topic as the store holds it, never from a cache
 * @param head as it was last seen
 * @param now the time of the run
 * @param end when its time is over
 */
record Job(Topic topic, PartitionId partition, Head head, Instant now, Instant end) {
    Job with(Head newer) {
        return new Job(topic, partition, newer, now, end);
    }
}
