package io.tidemark.record;

/** What compaction does with a record. */
public enum RecordRetention {
    DROP,
    KEEP,
    /** Keep it until the delete horizon that its batch has, or is given now: a tombstone, or a marker. */
    KEEP_UNTIL_HORIZON
}
