package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Decides on InitProducerId. Pure.
 *
 * <p>Source: {@code kafka.coordinator.transaction.TransactionCoordinator.prepareInitProducerIdTransit}.
 */
final class InitRules {
    /** Kafka's {@code transaction.max.timeout.ms}. */
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

    private InitRules() {}

    /** What is wrong with the request, whatever is stored. */
    static Optional<Refusal> fault(InitProducerRequest request) {
        if (request.producerId().isPresent() != request.producerEpoch().isPresent()) {
            return Optional.of(new Refusal(
                    KafkaError.INVALID_REQUEST, "A producer id and its epoch belong together: give both or none."));
        }
        Duration timeout = request.timeout();
        if (request.transactionalId().isPresent()
                && (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0)) {
            return Optional.of(new Refusal(
                    KafkaError.INVALID_TRANSACTION_TIMEOUT,
                    "The transaction timeout is " + timeout.toMillis() + " ms: give 1 to " + MAX_TIMEOUT.toMillis()
                            + "."));
        }
        return Optional.empty();
    }

    /**
     * What to do. An open transaction is aborted, and its epoch fenced by one that nobody is told.
     *
     * @param newProducerId asked for an id where one is needed
     */
    static Verdict decide(
            TransactionalId id,
            InitProducerRequest request,
            Optional<TransactionItem> seen,
            LongSupplier newProducerId,
            Instant now) {
        if (seen.isEmpty()) {
            ProducerEpoch first = new ProducerEpoch(newProducerId.getAsLong(), (short) 0);
            TransactionState empty = new TransactionState.Empty(Optional.empty());
            return new Verdict.Write(new TransactionItem(id, first, request.timeout(), empty, now, 0));
        }
        TransactionItem item = seen.get();
        if (item.state() instanceof TransactionState.Prepare) {
            return new Verdict.FinishFirst(item);
        }
        Optional<ProducerEpoch> before = before(item.state());
        boolean named = request.producerId().isPresent();
        boolean isCurrent = named && names(request, item.next());
        boolean isRepeated =
                named && before.filter(epoch -> names(request, epoch)).isPresent();
        if (named && !isCurrent && !isRepeated) {
            return Verdict.refused(
                    KafkaError.PRODUCER_FENCED,
                    "Another producer with the transactional id \"" + id
                            + "\" has begun since, or the id has expired.");
        }
        if (item.state() instanceof TransactionState.Ongoing ongoing) {
            return new Verdict.Write(item.with(item.next().next(newProducerId), ongoing.decided(item.next(), false)));
        }
        TransactionItem timed = new TransactionItem(
                id, item.next(), request.timeout(), item.state(), item.changedAt(), item.revision());
        if (isRepeated && !isCurrent) {
            return new Verdict.Write(timed.with(item.next(), new TransactionState.Empty(before)));
        }
        return new Verdict.Write(timed.with(
                item.next().next(newProducerId),
                new TransactionState.Empty(named ? Optional.of(item.next()) : Optional.empty())));
    }

    /** The epoch that a producer still names whose last reply was lost. */
    private static Optional<ProducerEpoch> before(TransactionState state) {
        if (state instanceof TransactionState.Empty empty) {
            return empty.before();
        }
        return state instanceof TransactionState.Complete complete
                ? Optional.of(complete.transaction())
                : Optional.empty();
    }

    private static boolean names(InitProducerRequest request, ProducerEpoch epoch) {
        return request.producerId().equals(Optional.of(epoch.producerId()))
                && request.producerEpoch().equals(Optional.of((int) epoch.epoch()));
    }
}
