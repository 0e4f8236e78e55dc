package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/**
 * A record to be appended.
 *
 * @param timestampMs its CreateTime, epoch milliseconds
 * @param key absent for a keyless record
 * @param value absent for a tombstone
 */
public record NewRecord(long timestampMs, Optional<Bytes> key, Optional<Bytes> value, List<RecordHeader> headers) {
    public NewRecord {
        headers = List.copyOf(headers);
    }
}
