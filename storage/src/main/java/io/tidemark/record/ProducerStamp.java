package io.tidemark.record;

/**
 * Who wrote an idempotent batch, and as which of its batches (KIP-98).
 *
 * @param producerId 0 or above
 * @param producerEpoch 0 or above
 * @param baseSequence the first record's sequence number, 0 or above; it wraps from {@link Integer#MAX_VALUE} to 0
 */
public record ProducerStamp(long producerId, short producerEpoch, int baseSequence) {
    public ProducerStamp {
        if (producerId < 0 || producerEpoch < 0 || baseSequence < 0) {
            throw new IllegalArgumentException(
                    "producer " + producerId + ", epoch " + producerEpoch + ", sequence " + baseSequence);
        }
    }
}
