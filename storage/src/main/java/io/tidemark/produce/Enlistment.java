package io.tidemark.produce;

import io.tidemark.partition.Partitions.Found;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * Records with the coordinator where a transaction writes, before it does (KIP-890): no head may show a transaction
 * that its coordinator does not know, for nobody would ever end it.
 */
@FunctionalInterface
public interface Enlistment {
    /**
     * Makes durable that the transaction writes to these partitions.
     *
     * @return why it may not; absent where it may
     * @throws io.tidemark.store.StoreUnavailableException where that is not known
     */
    Optional<Refusal> enlist(String transactionalId, ProducerEpoch transaction, List<Found> partitions);
}
