package io.tidemark.audit;

/** What must hold. */
public enum Rule {
    /** Every item can be read by this release. */
    ITEM_IS_READABLE,
    /** A topic has all of its heads. */
    TOPIC_HAS_ITS_HEADS,
    /** The offsets of a head stand in order, and its tail is short enough. */
    HEAD_IS_CONSISTENT,
    /** Segments, then pages, then the tail name every offset from the log start to the high watermark, each once. */
    LOG_HAS_NO_GAP,
    /** Nothing lies above where its part of the log ends, but for one item that is put and not committed yet. */
    NOTHING_RUNS_AHEAD,
    /** A named object is there, as long as it must be. */
    OBJECT_IS_THERE,
    /** A batch is what its reference says, has its checksum, and can be read. */
    BATCH_IS_SOUND,
    /** The blocks of a segment are where, and as large and as late as, its item says. */
    SEGMENT_IS_SOUND,
    /** No batch belies a time-index entry (invariant I5). */
    INDEX_IS_TRUE,
    /** No object is left over for longer than the sweep lets it. */
    GARBAGE_IS_SWEPT
}
