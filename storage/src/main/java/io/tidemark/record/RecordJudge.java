package io.tidemark.record;

import java.util.Optional;

/** Decides on the records of a batch that is compacted. Pure: it is asked about a record more than once. */
public interface RecordJudge {
    /**
     * What becomes of the record.
     *
     * @param hasValue false for a tombstone
     */
    RecordRetention judge(long offset, Optional<Bytes> key, boolean hasValue);
}
