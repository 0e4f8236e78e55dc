package io.tidemark.transaction;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.partition.FanOut;
import io.tidemark.store.Environment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what was decided: ends the transaction in each of its partitions, then says so in the item. Anybody may do
 * it, any number of times, also several at once. Thread-safe.
 */
final class Completion {
    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

    private static final Comparator<EnlistedPartition> IN_ORDER = Comparator.comparing(
                    (EnlistedPartition enlisted) -> enlisted.topic().value())
            .thenComparing(enlisted -> enlisted.partition().partition());

    private final TransactionTable table;
    private final PartitionEnds ends;
    private final Environment environment;

    Completion(TransactionTable table, PartitionEnds ends, Environment environment) {
        this.table = table;
        this.ends = ends;
        this.environment = environment;
    }

    /**
     * Finishes an end that was decided.
     *
     * @param item in state {@link TransactionState.Prepare}
     * @return the item afterwards; absent where it was deleted since
     * @throws RuntimeException where a partition is not ended; it can be called again
     */
    Optional<TransactionItem> finish(TransactionItem item) {
        TransactionState.Prepare prepare = (TransactionState.Prepare) item.state();
        // in a fixed order, so that simulated runs replay
        List<EnlistedPartition> partitions =
                prepare.partitions().stream().sorted(IN_ORDER).toList();
        List<Boolean> ended = FanOut.map(environment.executor(), partitions, enlisted -> {
            ends.end(enlisted.topic(), enlisted.partition(), prepare.transaction(), prepare.committed());
            return true;
        });
        LOG.debug("transaction ended, transactionalId={} partitions={}", item.id(), ended.size());
        TransactionTable.Outcome outcome = table.replace(Optional.of(item), item.with(item.next(), prepare.complete()));
        return outcome instanceof TransactionTable.Outcome.Applied applied
                ? Optional.of(applied.item())
                : ((TransactionTable.Outcome.Refused) outcome).current();
    }

    /** As {@link #finish}; empty where it could not be done now. */
    Optional<TransactionItem> tryToFinish(TransactionItem item) {
        try {
            return finish(item);
        } catch (RuntimeException e) {
            LOG.warn("a decided transaction is not ended everywhere yet, transactionalId={}", item.id(), e);
            return Optional.empty();
        }
    }
}
