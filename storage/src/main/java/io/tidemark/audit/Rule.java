package io.tidemark.audit;

/** What must hold, what it means where it does not, and what an operator can do then. */
public enum Rule {
    /** Every item can be read by this release. */
    ITEM_IS_READABLE(
            "An item cannot be read: it is damaged, or a newer release wrote it.",
            "Where its layout version is newer, audit with that release. Otherwise restore the table to a time before"
                    + " the damage."),
    /** A topic has all of its heads. */
    TOPIC_HAS_ITS_HEADS(
            "A topic has a partition without a head: nothing of it can be read or written.",
            "Restore the table to a time before the head went, or delete the topic and create it again."),
    /** The offsets of a head stand in order, and its tail is short enough. */
    HEAD_IS_CONSISTENT(
            "A head contradicts itself: offsets or producers would be answered wrongly.",
            "Stop writers of the partition, keep a copy of the item, report it, and restore the table to a time before."),
    /** Segments, then pages, then the tail name every offset from the log start to the high watermark, each once. */
    LOG_HAS_NO_GAP(
            "Offsets between the log start and the high watermark are named by no item, or by two.",
            "Reads from there answer KAFKA_STORAGE_ERROR. Restore the table to a time before, or give the offsets up"
                    + " by deleting the records up to behind the gap."),
    /** Nothing lies above where its part of the log ends, but for one item that is put and not committed yet. */
    NOTHING_RUNS_AHEAD(
            "A page or a segment lies above where its part of the log ends; readers do not heed it, a later seal or"
                    + " merge may adopt it.",
            "Stop writers of the partition, keep a copy of the item, report it, and delete the item."),
    /** A named object is there, as long as it must be. */
    OBJECT_IS_THERE(
            "An object that the log needs is missing or too short.",
            "With versioning of the bucket, bring the object back by removing its delete marker. Without it, its records"
                    + " are lost: consumers get KAFKA_STORAGE_ERROR there until the records are deleted."),
    /** A batch is what its reference says, has its checksum, and can be read. */
    BATCH_IS_SOUND(
            "The bytes of a batch are not what was appended.",
            "With versioning of the bucket, bring an earlier version of the object back. Without it, the batch is lost:"
                    + " consumers get an error there until the records are deleted."),
    /** The blocks of a segment are where, and as large and as late as, its item says. */
    SEGMENT_IS_SOUND(
            "A segment's item tells of other blocks than its object holds: lookups may answer wrongly.",
            "Keep a copy of the item and report it; restore the table to a time before."),
    /** Below the last stable offset every transaction is ended, and every aborted one is told of (invariant I12). */
    TRANSACTION_IS_TOLD(
            "A transaction is neither open nor ended, or an aborted one is not told of as it was: consumers under"
                    + " READ_COMMITTED may be shown records that do not count, or miss some that do.",
            "Stop those consumers at the partition, keep copies of its head and of its A# items, report it, and restore"
                    + " the table to a time before."),
    /** No batch belies a time-index entry (invariant I5). */
    INDEX_IS_TRUE(
            "A time-index entry says that nothing late enough lies before an offset, and something does: lookups may"
                    + " answer wrongly.",
            "Delete the entry's item: lookups are right without it, only slower. Report it."),
    /** Where there is something to sweep, sweeps come. */
    GARBAGE_IS_SWEPT(
            "An old object that nothing names is there, and no sweep has come: it costs its storage, and does no other"
                    + " harm.",
            "See that maintenance runs, and that its sweeps come to an end; the next one deletes the object.");

    private final String meaning;
    private final String advice;

    Rule(String meaning, String advice) {
        this.meaning = meaning;
        this.advice = advice;
    }

    /** What a finding means for those who use the log. */
    public String meaning() {
        return meaning;
    }

    /** What an operator can do about it. */
    public String advice() {
        return advice;
    }
}
