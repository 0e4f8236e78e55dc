package io.tidemark.record;

/**
 * A record's place and time.
 *
 * @param offset the record's offset
 * @param timestampMs the record's own timestamp, epoch milliseconds; Kafka's NO_TIMESTAMP (-1) is a legal value
 */
public record TimedOffset(long offset, long timestampMs) {}
