package io.tidemark.producer;

import java.util.function.LongSupplier;

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

    /**
     * The next epoch, or epoch 0 of a new id where the epochs of this one are used up.
     *
     * <p>Source: {@code org.apache.kafka.coordinator.transaction.TransactionMetadata.isEpochExhausted}.
     *
     * @param newProducerId asked for an id where one is needed
     */
    public ProducerEpoch next(LongSupplier newProducerId) {
        return epoch >= LAST
                ? new ProducerEpoch(newProducerId.getAsLong(), (short) 0)
                : new ProducerEpoch(producerId, (short) (epoch + 1));
    }

    @Override
    public String toString() {
        return producerId + "." + epoch;
    }
}
