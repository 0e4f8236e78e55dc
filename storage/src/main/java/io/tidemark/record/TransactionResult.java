package io.tidemark.record;

/** How a transaction ends. */
public enum TransactionResult {
    COMMIT,
    ABORT
}
