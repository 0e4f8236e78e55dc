package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/**
 * A record as it stands in the log.
 *
 * @param offset its offset
 * @param timestampMs its timestamp, epoch milliseconds: the producer's, or the append time on a LogAppendTime topic
 * @param key absent for a keyless record
 * @param value absent for a tombstone
 */
public record LogRecord(
        long offset, long timestampMs, Optional<Bytes> key, Optional<Bytes> value, List<RecordHeader> headers) {
    public LogRecord {
        headers = List.copyOf(headers);
    }
}
