package io.tidemark.produce;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.layout.ProducerItems;
import io.tidemark.producer.ProducerState;
import io.tidemark.producer.SequenceRules;
import io.tidemark.producer.TransactionRules;
import io.tidemark.record.KafkaError;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import io.tidemark.store.Condition;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What the append of one batch asks of a head, and what a head's refusal means. Pure.
 *
 * @param batch the batch
 * @param reference where it is stored, and which try this is
 * @param enlisted whether the batch may be the first one of its transaction here: its coordinator knows of it
 */
record AppendPlan(PreparedBatch batch, BatchReference reference, boolean enlisted) {
    /** A longer tail takes no more references until it is sealed: it bounds the head's size. */
    static final int MAX_TAIL_LENGTH = Page.MAX_REFERENCES;

    /** So many idempotent producers a head holds at most. */
    static final int MAX_PRODUCERS = 1_000;

    private static final SequenceRules.Verdict TOO_MANY_PRODUCERS = new SequenceRules.Verdict.Refused(new Refusal(
            KafkaError.THROTTLING_QUOTA_EXCEEDED,
            "This partition has " + MAX_PRODUCERS + " idempotent producers at work, which is the limit. Try again when"
                    + " maintenance has dropped idle ones, or use fewer producers."));

    /** What to do next. */
    sealed interface Verdict {

        /** Send the update. */
        record Send(Update update) implements Verdict {}

        /** The batch is in the log, at this offset. */
        record Appended(long baseOffset) implements Verdict {}

        record Refused(Refusal refusal) implements Verdict {}

        /** Wait until the tail is shorter. */
        record TailFull() implements Verdict {}
    }

    /** What to do with this head as it was last seen; absent only for a plain batch whose head nobody has read yet. */
    Verdict next(Optional<Head> seen) {
        Optional<PlacedReference> own = seen.stream()
                .flatMap(head -> head.placedTail().stream())
                .filter(placed -> placed.reference().equals(reference))
                .findFirst();
        if (own.isPresent()) {
            return new Verdict.Appended(own.get().baseOffset());
        }
        return batch.producer()
                .map(stamp -> idempotent(stamp, seen.orElseThrow()))
                .orElseGet(() -> plain(seen));
    }

    private Verdict plain(Optional<Head> seen) {
        Update.Builder update = Update.builder().when(Condition.absent(Head.closedAttempt(reference)));
        return seen.flatMap(this::hindrance).orElseGet(() -> send(update));
    }

    private Verdict idempotent(ProducerStamp stamp, Head seen) {
        Optional<ProducerState> known = seen.knownProducer(stamp.producerId());
        SequenceRules.Verdict decided = decide(seen, stamp, batch);
        if (decided instanceof SequenceRules.Verdict.Duplicate duplicate) {
            return new Verdict.Appended(duplicate.baseOffset());
        }
        if (decided instanceof SequenceRules.Verdict.Refused refused) {
            return new Verdict.Refused(refused.refusal());
        }
        if (batch.transactional() && !enlisted && !isOpen(seen, stamp)) {
            return refused(
                    KafkaError.CONCURRENT_TRANSACTIONS,
                    "The transaction is not open in this partition any more. Send the batch again.");
        }
        return hindrance(seen).orElseGet(() -> send(sequenced(stamp, known, (SequenceRules.Verdict.Next) decided)));
    }

    /** What the partition's head makes of an idempotent batch. */
    static SequenceRules.Verdict decide(Head head, ProducerStamp stamp, PreparedBatch batch) {
        Optional<ProducerState> known = head.knownProducer(stamp.producerId());
        SequenceRules.Verdict verdict = TransactionRules.decide(
                known,
                stamp,
                batch.recordCount(),
                batch.transactional(),
                head.transactions().openOf(stamp.producerId()));
        boolean isOneTooMany = known.isEmpty() && head.producers().size() >= MAX_PRODUCERS;
        return isOneTooMany && verdict instanceof SequenceRules.Verdict.Next ? TOO_MANY_PRODUCERS : verdict;
    }

    /** Whether the head shows the transaction that a batch with this stamp belongs to. */
    static boolean isOpen(Head head, ProducerStamp stamp) {
        return head.transactions().firstOffset(TransactionRules.of(stamp)).isPresent();
    }

    /** The producer's part of the update: it takes effect only on the state that the decision was made from. */
    private Update.Builder sequenced(
            ProducerStamp stamp, Optional<ProducerState> known, SequenceRules.Verdict.Next next) {
        List<ProducerState.Batch> batches = new ArrayList<>();
        batches.add(new ProducerState.Batch(batch.recordCount(), 0));
        batches.addAll(next.kept());
        long minute = TimeUnit.MILLISECONDS.toMinutes(reference.object().timeMs());
        ProducerState state = new ProducerState(stamp.producerEpoch(), next.nextSequence(), minute, batches);
        Path path = Head.producer(stamp.producerId());
        Update.Builder update = Update.builder()
                .when(known.map(before -> Condition.equal(path, Value.of(ProducerItems.pack(before))))
                        .orElseGet(() -> Condition.absent(path)))
                .set(path, Value.of(ProducerItems.pack(state)))
                .setFrom(Head.producerOffset(stamp.producerId()), Head.HIGH);
        return batch.transactional()
                ? update.setFromIfAbsent(Head.openTransaction(TransactionRules.of(stamp)), Head.HIGH)
                : update;
    }

    /** What keeps any append from this head. */
    private Optional<Verdict> hindrance(Head head) {
        if (head.floorMs() > reference.object().timeMs()) {
            return Optional.of(refused(
                    KafkaError.REQUEST_TIMED_OUT,
                    "The request took so long that its stored bytes may have been swept. Nothing was appended; send"
                            + " it again."));
        }
        return head.tail().size() >= MAX_TAIL_LENGTH ? Optional.of(new Verdict.TailFull()) : Optional.empty();
    }

    private Verdict send(Update.Builder update) {
        return new Verdict.Send(update.when(LayoutVersion.isCurrent())
                .when(Condition.listLacks(Head.TAIL, reference.packed()))
                .when(Condition.listShorterThan(Head.TAIL, MAX_TAIL_LENGTH))
                .when(Condition.atMost(Head.FLOOR, reference.object().timeMs()))
                .add(Head.HIGH, batch.recordCount())
                .add(Head.SIZE, batch.bytes().size())
                .append(Head.TAIL, reference.packed())
                .build());
    }

    private static Verdict refused(KafkaError error, String message) {
        return new Verdict.Refused(new Refusal(error, message));
    }
}
