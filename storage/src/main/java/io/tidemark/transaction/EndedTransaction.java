package io.tidemark.transaction;

import io.tidemark.producer.ProducerEpoch;

/**
 * A transaction whose end is decided, for good.
 *
 * @param state Kafka's name of where it stands: {@code Complete…}, or {@code Prepare…} where a store did not answer and
 *     maintenance writes the markers that are missing
 * @param next producer id and epoch for the next transaction, whose sequences begin at 0
 */
public record EndedTransaction(String state, ProducerEpoch next) {}
