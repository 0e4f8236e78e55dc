package io.tidemark.log;

import io.tidemark.record.Refusal;

/** What a fetch answers. */
public sealed interface FetchAnswer permits Fetched, FetchAnswer.OutOfRange, FetchAnswer.Refused {

    /**
     * OFFSET_OUT_OF_RANGE, with where the partition's records are.
     *
     * @param highWatermark the next offset to be written
     */
    record OutOfRange(Refusal refusal, long logStartOffset, long highWatermark) implements FetchAnswer {}

    record Refused(Refusal refusal) implements FetchAnswer {}
}
