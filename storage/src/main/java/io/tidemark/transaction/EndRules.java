package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.KafkaError;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Decides on EndTxn. Pure.
 *
 * <p>Source: {@code kafka.coordinator.transaction.TransactionCoordinator.endTransaction} for transaction version 2. A
 * request that comes again while markers are being written is answered as decided, not with CONCURRENT_TRANSACTIONS.
 */
final class EndRules {
    private EndRules() {}

    /** @param newProducerId asked for an id where the epochs of the old one are used up */
    static Verdict decide(EndTransactionRequest request, Optional<TransactionItem> seen, LongSupplier newProducerId) {
        if (seen.isEmpty()) {
            return unknown(request);
        }
        TransactionItem item = seen.get();
        if (item.state() instanceof TransactionState.Prepare prepare && names(request, prepare.transaction())) {
            return again(request, item, prepare.committed());
        }
        if (item.state() instanceof TransactionState.Complete complete && names(request, complete.transaction())) {
            return again(request, item, complete.committed());
        }
        if (request.producerId() != item.next().producerId()) {
            return unknown(request);
        }
        if (!names(request, item.next())) {
            return Verdict.refused(
                    KafkaError.PRODUCER_FENCED,
                    "Producer " + request.producerId() + " sent epoch " + request.producerEpoch()
                            + ", but its epoch is " + item.next().epoch()
                            + ". A newer instance of this producer is at work.");
        }
        if (item.state() instanceof TransactionState.Prepare) {
            return new Verdict.FinishFirst(item);
        }
        return end(request, item, newProducerId);
    }

    private static Verdict end(EndTransactionRequest request, TransactionItem item, LongSupplier newProducerId) {
        if (item.state() instanceof TransactionState.Ongoing ongoing) {
            return new Verdict.Write(
                    item.with(item.next().next(newProducerId), ongoing.decided(item.next(), request.committed())));
        }
        if (request.committed()) {
            return Verdict.refused(KafkaError.INVALID_TXN_STATE, "There is no open transaction to commit.");
        }
        return new Verdict.Write(
                item.with(item.next().next(newProducerId), new TransactionState.Complete(item.next(), false)));
    }

    /** The request was heard before, or the transaction was ended by somebody else. */
    private static Verdict again(EndTransactionRequest request, TransactionItem item, boolean committed) {
        if (request.committed() == committed) {
            return new Verdict.Stands(item);
        }
        return Verdict.refused(
                KafkaError.INVALID_TXN_STATE,
                committed
                        ? "The transaction was committed and cannot be aborted."
                        : "The transaction was aborted, by this producer or because its time was over, and cannot be"
                                + " committed.");
    }

    private static Verdict unknown(EndTransactionRequest request) {
        return Verdict.refused(
                KafkaError.INVALID_PRODUCER_ID_MAPPING,
                "The transactional id \"" + request.transactionalId() + "\" has not the producer id "
                        + request.producerId() + ": ask for one with InitProducerId.");
    }

    private static boolean names(EndTransactionRequest request, ProducerEpoch epoch) {
        return request.producerId() == epoch.producerId() && request.producerEpoch() == epoch.epoch();
    }
}
