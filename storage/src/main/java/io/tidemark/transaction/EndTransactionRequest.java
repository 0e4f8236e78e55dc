package io.tidemark.transaction;

/**
 * Kafka's EndTxn, version 5. Id and epoch are the client's and may be anything.
 *
 * @param committed whether the transaction's records are to become visible
 */
public record EndTransactionRequest(String transactionalId, long producerId, int producerEpoch, boolean committed) {}
