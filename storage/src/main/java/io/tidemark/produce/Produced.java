package io.tidemark.produce;

import java.util.Optional;

/**
 * An appended batch: durable, and visible to every reader from now on.
 *
 * @param baseOffset the first record's offset
 * @param lastOffset the last record's offset
 * @param logAppendTimeMs the stamped time on a LogAppendTime topic, epoch milliseconds; of a duplicate, whose stamped
 *     time is not known without a read, the time of this request
 * @param logStartOffset the partition's log start offset at the append
 */
public record Produced(long baseOffset, long lastOffset, Optional<Long> logAppendTimeMs, long logStartOffset) {}
