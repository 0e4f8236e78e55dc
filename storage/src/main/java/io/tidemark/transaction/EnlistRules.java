package io.tidemark.transaction;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.KafkaError;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether partitions are recorded as a transaction's. Pure.
 *
 * <p>Source: {@code kafka.coordinator.transaction.TransactionCoordinator.handleAddPartitionsToTransaction}.
 */
final class EnlistRules {
    /** Bounds the size of the item. */
    static final int MAX_PARTITIONS = 1_000;

    private EnlistRules() {}

    static Verdict decide(
            TransactionalId id,
            ProducerEpoch transaction,
            Set<EnlistedPartition> partitions,
            Optional<TransactionItem> seen,
            Instant now) {
        if (seen.isEmpty() || seen.get().next().producerId() != transaction.producerId()) {
            return Verdict.refused(
                    KafkaError.INVALID_PRODUCER_ID_MAPPING,
                    "The transactional id \"" + id + "\" has not the producer id " + transaction.producerId()
                            + ": ask for one with InitProducerId.");
        }
        TransactionItem item = seen.get();
        if (!item.next().equals(transaction)) {
            return Verdict.refused(
                    KafkaError.INVALID_PRODUCER_EPOCH,
                    "Producer " + transaction.producerId() + " sent epoch " + transaction.epoch()
                            + ", but its epoch is "
                            + item.next().epoch()
                            + ". Its transaction was ended, or a newer instance of this producer is at work.");
        }
        if (item.state() instanceof TransactionState.Prepare) {
            return new Verdict.FinishFirst(item);
        }
        TransactionState.Ongoing before = item.state() instanceof TransactionState.Ongoing ongoing
                ? ongoing
                : new TransactionState.Ongoing(now.truncatedTo(ChronoUnit.MILLIS), Set.of());
        TransactionState.Ongoing after = before.with(partitions);
        if (after.equals(item.state())) {
            return new Verdict.Stands(item);
        }
        return after.partitions().size() > MAX_PARTITIONS
                ? Verdict.refused(
                        KafkaError.POLICY_VIOLATION,
                        "A transaction writes to " + MAX_PARTITIONS + " partitions at most.")
                : new Verdict.Write(item.with(item.next(), after));
    }
}
