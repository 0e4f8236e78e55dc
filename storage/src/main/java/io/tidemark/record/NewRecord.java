package io.tidemark.record;

import java.util.List;
import java.util.Optional;

/**
 * A record to be appended.
 *
 * @param timestampMs its CreateTime, epoch milliseconds, or Kafka's NO_TIMESTAMP, -1
 * @param key absent for a keyless record
 * @param value absent for a tombstone
 */
public record NewRecord(long timestampMs, Optional<Bytes> key, Optional<Bytes> value, List<RecordHeader> headers) {
    public NewRecord {
        headers = List.copyOf(headers);
        if (timestampMs < -1) {
            throw new IllegalArgumentException("timestamp " + timestampMs + " is negative");
        }
    }

    /** Of key, value and headers, in bytes. */
    public long payloadBytes() {
        long inHeaders = headers.stream()
                .mapToLong(header -> Bytes.utf8(header.name()).size() + sizeOf(header.value()))
                .sum();
        return sizeOf(key) + sizeOf(value) + inHeaders;
    }

    private static long sizeOf(Optional<Bytes> payload) {
        return payload.map(Bytes::size).orElse(0);
    }
}
