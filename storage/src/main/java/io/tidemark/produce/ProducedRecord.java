package io.tidemark.produce;

/**
 * One appended record.
 *
 * @param timestampMs the timestamp it is stored with: its own, or the append time on a LogAppendTime topic
 */
public record ProducedRecord(int partition, long offset, long timestampMs) {}
