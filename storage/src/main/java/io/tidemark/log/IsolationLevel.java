package io.tidemark.log;

/** What a reader may see (KIP-98): everything below the high watermark, or below the last stable offset. */
public enum IsolationLevel {
    READ_UNCOMMITTED,
    READ_COMMITTED
}
