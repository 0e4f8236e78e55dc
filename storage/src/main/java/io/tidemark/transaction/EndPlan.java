package io.tidemark.transaction;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.Page;
import io.tidemark.layout.ProducerItems;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.ProducerState;
import io.tidemark.store.Condition;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What the end of one transaction asks of a head, and what a head's refusal means. Pure.
 *
 * <p>The marker's update also moves the producer's epoch, so that a late batch of the transaction is fenced; where the
 * transaction is not open, an update without a marker does. An abort has a second half: the aborted transaction is told
 * of in an item of its own before it stops to hold back the last stable offset (invariant I12).
 *
 * @param transaction which one
 * @param marker the marker to write where it is open
 */
record EndPlan(ProducerEpoch transaction, BatchReference marker) {

    /** What to do next. */
    sealed interface Step {

        /** Write the marker. */
        record WriteMarker(Update update) implements Step {}

        /** Tell of the aborted transaction, then send the update. */
        record Tell(AbortedTransaction aborted, Update release) implements Step {}

        /** Fence the producer's late batches. */
        record Fence(Update update) implements Step {}

        /** The tail is full: seal it first. */
        record SealFirst(Head head) implements Step {}

        record Done() implements Step {}
    }

    private boolean aborts() {
        return marker.kind().isAbort();
    }

    /** To begin with, and whenever nothing is known: it applies where the transaction is open, and else tells why not. */
    Step begin() {
        Path open = Head.openTransaction(transaction);
        Path aborting = Head.abortingTransaction(transaction);
        Update.Builder update = fence().when(Condition.atMost(open, Long.MAX_VALUE))
                .when(Condition.absent(aborting))
                .when(Condition.listShorterThan(Head.TAIL, Page.MAX_REFERENCES))
                .append(Head.TAIL, marker.packed())
                .add(Head.HIGH, 1)
                .add(Head.SIZE, marker.sizeBytes());
        return new Step.WriteMarker((aborts() ? update.setFrom(aborting, Head.HIGH) : update.remove(open)).build());
    }

    /** After the marker was written, by the head that it made. */
    Step afterMarker(Head head) {
        if (!aborts()) {
            return new Step.Done();
        }
        long markerOffset = head.transactions().abortMarker(transaction).orElseThrow();
        long stable = head.transactions().open().entrySet().stream()
                .filter(other -> !other.getKey().equals(transaction))
                .mapToLong(other -> other.getValue())
                .reduce(markerOffset + 1, Math::min);
        return tell(head, markerOffset, stable);
    }

    /** After a refusal, by the head that refused; absent where there is none any more. */
    Step next(Optional<Head> current) {
        if (current.isEmpty()) {
            return new Step.Done();
        }
        Head head = current.get();
        Optional<Long> markerOffset = head.transactions().abortMarker(transaction);
        if (markerOffset.isPresent()) {
            if (!aborts()) {
                throw new IllegalStateException("transaction " + transaction + " is to be committed, but has its abort"
                        + " marker at offset " + markerOffset.get());
            }
            // which others were open when the marker was written is not known any more
            return tell(head, markerOffset.get(), 0);
        }
        if (head.transactions().firstOffset(transaction).isPresent()) {
            return head.tail().size() >= Page.MAX_REFERENCES ? new Step.SealFirst(head) : begin();
        }
        return fenceUnlessPast(head);
    }

    private Step tell(Head head, long markerOffset, long stableOffset) {
        long first = head.transactions().firstOffset(transaction).orElseThrow();
        Path aborting = Head.abortingTransaction(transaction);
        return new Step.Tell(
                new AbortedTransaction(markerOffset, transaction.producerId(), first, stableOffset),
                Update.builder()
                        .when(LayoutVersion.isCurrent())
                        .when(Condition.equal(aborting, Value.of(markerOffset)))
                        .remove(Head.openTransaction(transaction))
                        .remove(aborting)
                        .build());
    }

    private Step fenceUnlessPast(Head head) {
        Optional<ProducerState> known = head.knownProducer(transaction.producerId());
        if (known.filter(state -> state.epoch() > transaction.epoch()).isPresent()) {
            return new Step.Done();
        }
        Path producer = Head.producer(transaction.producerId());
        return new Step.Fence(fence().when(Condition.absent(Head.openTransaction(transaction)))
                .when(known.map(state -> Condition.equal(producer, Value.of(ProducerItems.pack(state))))
                        .orElseGet(() -> Condition.absent(producer)))
                .build());
    }

    /** Moves the producer on to the next epoch, in which nothing was sent. */
    private Update.Builder fence() {
        long minute = TimeUnit.MILLISECONDS.toMinutes(marker.object().timeMs());
        ProducerState state = new ProducerState((short) (transaction.epoch() + 1), 0, minute, List.of());
        return Update.builder()
                .when(LayoutVersion.isCurrent())
                .set(Head.producer(transaction.producerId()), Value.of(ProducerItems.pack(state)))
                .remove(Head.producerOffset(transaction.producerId()));
    }
}
