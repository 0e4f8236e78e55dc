package io.tidemark.record;

import java.time.Instant;

/** Decides whether a client's bytes are one batch that a topic takes, and makes of them the batch that is stored. */
@SuppressWarnings("DoNotCallSuggester")
public final class BatchValidator {
    /** @param maxInflatedBytes the largest size, in bytes, that a batch's records may have when decompressed */
    public BatchValidator(int maxInflatedBytes) {
        if (maxInflatedBytes < 1) {
            throw new IllegalArgumentException("maxInflatedBytes " + maxInflatedBytes);
        }
    }

    /**
     * The batch to store, or why there is none. Never throws for what the bytes say.
     *
     * @param raw what the client sent for one partition
     * @param now the time of the append
     */
    public Answer<PreparedBatch> prepare(Bytes raw, BatchRules rules, Instant now) {
        throw new UnsupportedOperationException();
    }
}
