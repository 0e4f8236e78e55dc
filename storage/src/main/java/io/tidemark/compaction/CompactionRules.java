package io.tidemark.compaction;

import io.tidemark.record.Bytes;
import io.tidemark.record.RecordJudge;
import io.tidemark.record.RecordRetention;
import io.tidemark.record.StoredBatch;
import java.time.Instant;
import java.util.Optional;

/**
 * Which records of one batch stay: of each key the newest, a tombstone until the delete horizon, and all that was not
 * mapped. Pure.
 *
 * <p>Source: {@code Cleaner.shouldRetainRecord}.
 *
 * @param keys the newest offsets of the keys in the dirty range below {@code mappedTo}
 * @param mappedTo where the mapped part of the log ends
 * @param isMapped whether all of the batch lies below it; only such a batch is given a delete horizon
 * @param horizonIsOver whether the batch has a delete horizon, and it has come
 */
record CompactionRules(KeyOffsets keys, long mappedTo, boolean isMapped, boolean horizonIsOver) implements RecordJudge {
    static CompactionRules of(KeyOffsets keys, long mappedTo, StoredBatch batch, Instant now) {
        return new CompactionRules(
                keys,
                mappedTo,
                batch.lastOffset() < mappedTo,
                batch.deleteHorizonMs()
                        .filter(horizon -> horizon <= now.toEpochMilli())
                        .isPresent());
    }

    @Override
    public RecordRetention judge(long offset, Optional<Bytes> key, boolean hasValue) {
        if (offset >= mappedTo) {
            return RecordRetention.KEEP;
        }
        if (key.isEmpty() || keys.newest(key.get()) > offset) {
            // a keyless record is from before the topic was compacted
            return RecordRetention.DROP;
        }
        if (hasValue) {
            return RecordRetention.KEEP;
        }
        if (horizonIsOver) {
            return RecordRetention.DROP;
        }
        return isMapped ? RecordRetention.KEEP_UNTIL_HORIZON : RecordRetention.KEEP;
    }
}
