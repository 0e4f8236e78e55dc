package io.tidemark.transaction;

import java.time.Duration;
import java.util.Optional;

/**
 * Kafka's InitProducerId.
 *
 * @param transactionalId absent for a producer that is idempotent only
 * @param timeout how long a transaction may stay open; ignored without a transactional id
 * @param producerId the id that the producer has so far, where it goes on after an error (KIP-360)
 * @param producerEpoch the epoch that goes with it
 */
public record InitProducerRequest(
        Optional<String> transactionalId,
        Duration timeout,
        Optional<Long> producerId,
        Optional<Integer> producerEpoch) {

    /** A producer that begins. */
    public static InitProducerRequest begin(Optional<String> transactionalId, Duration timeout) {
        return new InitProducerRequest(transactionalId, timeout, Optional.empty(), Optional.empty());
    }
}
