package io.tidemark.produce;

/**
 * One appended record.
 *
 * @param timestampMs the timestamp it is stored with, epoch milliseconds: its own, or the append time on a
 *     LogAppendTime topic; of a duplicate what it would be stored with by this request
 */
public record ProducedRecord(int partition, long offset, long timestampMs) {}
