package io.tidemark.produce;

import io.tidemark.record.Deadline;
import java.util.List;
import java.util.Optional;

/**
 * Batches to append, at most one a partition; each partition has its own answer.
 *
 * @param transactionalId the transaction's owner, needed by transactional batches
 * @param deadline past it nothing more is begun; what is refused for it was not appended
 */
public record ProduceRequest(Optional<String> transactionalId, List<PartitionBatch> batches, Deadline deadline) {
    public ProduceRequest {
        batches = List.copyOf(batches);
    }

    /** May take as long as it needs. */
    public ProduceRequest(Optional<String> transactionalId, List<PartitionBatch> batches) {
        this(transactionalId, batches, Deadline.NONE);
    }
}
