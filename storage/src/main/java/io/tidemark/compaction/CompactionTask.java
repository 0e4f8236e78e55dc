package io.tidemark.compaction;

import io.tidemark.layout.Head;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import java.time.Instant;

/**
 * A partition that may be compacted.
 *
 * @param topic as the store holds it
 * @param head as it was last seen
 * @param now the time of the run
 * @param end when the run ends: nothing is begun from then on
 */
public record CompactionTask(Topic topic, PartitionId partition, Head head, Instant now, Instant end) {
    TopicConfig config() {
        return topic.config();
    }

    /** No pass has mapped the offsets from here on. */
    long dirtyFrom() {
        return Math.max(head.offsets().cleaned(), head.offsets().low());
    }

    /** Nothing at or above is in a segment and decided. */
    long compactableTo() {
        return Math.min(head.offsets().merged(), head.lastStableOffset());
    }
}
