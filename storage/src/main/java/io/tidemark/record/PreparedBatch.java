package io.tidemark.record;

import java.util.Optional;

/**
 * A batch that passed every check and is ready to be stored, byte for byte. Its base offset field is 0: offsets are
 * given by the append and stamped when the batch is read.
 *
 * @param bytes the whole record batch v2; its header's maximum timestamp is the true one
 * @param recordCount records in it, 1 or more; it takes as many offsets
 * @param maxTimestampMs the largest record timestamp, -1 where every record has none or a negative one
 * @param logAppendTimeMs the stamped time on a LogAppendTime topic
 * @param producer the idempotent producer, absent for a plain batch
 * @param transactional whether the batch belongs to a transaction
 */
public record PreparedBatch(
        Bytes bytes,
        int recordCount,
        long maxTimestampMs,
        Optional<Long> logAppendTimeMs,
        Optional<ProducerStamp> producer,
        boolean transactional) {
    public PreparedBatch {
        if (recordCount < 1) {
            throw new IllegalArgumentException("a batch of " + recordCount + " records");
        }
    }
}
