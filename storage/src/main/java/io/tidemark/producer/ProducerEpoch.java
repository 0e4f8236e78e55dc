package io.tidemark.producer;

/**
 * A producer in one of its epochs. It names one transaction, because the end of a transaction moves the epoch (KIP-890,
 * transaction version 2).
 */
public record ProducerEpoch(long producerId, short epoch) {
    /** A producer whose epoch gets here goes on under a new id: no epoch is used up by a fence. */
    public static final short LAST = Short.MAX_VALUE - 1;

    public ProducerEpoch {
        if (producerId < 0 || epoch < 0) {
            throw new IllegalArgumentException("producer " + producerId + " in epoch " + epoch);
        }
    }

    @Override
    public String toString() {
        return producerId + "." + epoch;
    }
}
