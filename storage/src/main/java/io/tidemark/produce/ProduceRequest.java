package io.tidemark.produce;

import java.util.List;
import java.util.Optional;

/**
 * Batches to append, at most one a partition; each partition has its own answer.
 *
 * @param transactionalId the transaction's owner, needed by transactional batches
 */
public record ProduceRequest(Optional<String> transactionalId, List<PartitionBatch> batches) {
    public ProduceRequest {
        batches = List.copyOf(batches);
    }
}
