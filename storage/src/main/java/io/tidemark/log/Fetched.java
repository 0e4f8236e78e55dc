package io.tidemark.log;

import io.tidemark.record.StoredBatch;
import java.util.List;

/**
 * What a fetch found.
 *
 * @param nextOffset where to go on: behind the last batch, or where there is none, because compaction has left none or
 *     none is written yet, where the readable log ends
 * @param batches whole batches in offset order; the first may begin below the asked offset, as in Kafka
 * @param abortedTransactions for READ_COMMITTED, those that reach into the batches, as a consumer uses them: of one
 *     that is among them it leaves out the producer's transactional batches from the first offset up to the next abort
 *     marker. Empty otherwise
 */
public record Fetched(
        long highWatermark,
        long lastStableOffset,
        long logStartOffset,
        long nextOffset,
        List<StoredBatch> batches,
        List<AbortedTransaction> abortedTransactions)
        implements FetchAnswer {

    /** From its first offset on, the producer's transactional records up to its abort marker do not count. */
    public record AbortedTransaction(long producerId, long firstOffset) {}

    public Fetched {
        batches = List.copyOf(batches);
        abortedTransactions = List.copyOf(abortedTransactions);
    }
}
