package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Decides what maintenance does for a transactional id. Pure. */
final class OverdueRules {
    /** Kafka's {@code transactional.id.expiration.ms}. */
    static final Duration EXPIRATION = Duration.ofDays(7);

    /** Idle ids are looked at by the day, so that a busy one has few entries in the queue. */
    private static final Duration EXPIRY_STEP = Duration.ofDays(1);

    private OverdueRules() {}

    /** What to do. */
    sealed interface Due {

        /** Nothing before this time. */
        record Later(Instant at) implements Due {}

        /** The open transaction's time is over. */
        record Abort(TransactionItem open, TransactionItem aborted) implements Due {}

        /** An end that was decided, and is not everywhere yet. */
        record Finish(TransactionItem item) implements Due {}

        /** Nobody has used the id for so long that it is deleted. */
        record Expire(TransactionItem item) implements Due {}

        /** There is no such id, or not any more. */
        record Gone() implements Due {}
    }

    static Due decide(Optional<TransactionItem> seen, LongSupplier newProducerId, Instant now) {
        if (seen.isEmpty()) {
            return new Due.Gone();
        }
        TransactionItem item = seen.get();
        if (item.state() instanceof TransactionState.Prepare) {
            return new Due.Finish(item);
        }
        if (item.state() instanceof TransactionState.Ongoing ongoing) {
            return now.isBefore(nextLook(item))
                    ? new Due.Later(nextLook(item))
                    : new Due.Abort(
                            item, item.with(item.next().next(newProducerId), ongoing.decided(item.next(), false)));
        }
        return now.isBefore(item.changedAt().plus(EXPIRATION)) ? new Due.Later(nextLook(item)) : new Due.Expire(item);
    }

    /** When there will be something to do, as far as the item tells. */
    static Instant nextLook(TransactionItem item) {
        return item.state() instanceof TransactionState.Prepare
                ? item.changedAt()
                : item.deadline().orElseGet(() -> expiry(item.changedAt()));
    }

    private static Instant expiry(Instant changedAt) {
        long stepMs = EXPIRY_STEP.toMillis();
        long atMs = changedAt.plus(EXPIRATION).toEpochMilli();
        return Instant.ofEpochMilli(Math.floorDiv(atMs + stepMs - 1, stepMs) * stepMs);
    }
}
