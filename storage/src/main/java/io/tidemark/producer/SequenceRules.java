package io.tidemark.producer;

import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether an idempotent batch may be appended, is a duplicate, or must be refused. Pure.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.ProducerAppendInfo} and {@code ProducerStateEntry}.
 */
public final class SequenceRules {
    private SequenceRules() {}

    /** What becomes of the batch. */
    public sealed interface Verdict {

        /**
         * It is the next one.
         *
         * @param kept the batches that are remembered behind it, newest first
         * @param nextSequence what the batch after it must begin with
         */
        record Next(List<ProducerState.Batch> kept, int nextSequence) implements Verdict {}

        /** It was appended before, at this offset. */
        record Duplicate(long baseOffset) implements Verdict {}

        record Refused(Refusal refusal) implements Verdict {}
    }

    /** Decides for a batch of {@code recordCount} records. */
    public static Verdict decide(Optional<ProducerState> known, ProducerStamp stamp, int recordCount) {
        int next = Sequences.after(stamp.baseSequence(), recordCount);
        if (known.isEmpty()) {
            return new Verdict.Next(List.of(), next);
        }
        ProducerState state = known.get();
        if (stamp.producerEpoch() < state.epoch()) {
            return refused(
                    KafkaError.INVALID_PRODUCER_EPOCH,
                    "Producer " + stamp.producerId() + " sent epoch " + stamp.producerEpoch() + ", but epoch "
                            + state.epoch() + " has appended since. A newer instance of this producer is at work.");
        }
        if (stamp.producerEpoch() > state.epoch()) {
            return stamp.baseSequence() == 0 ? new Verdict.Next(List.of(), next) : gap(stamp, 0);
        }
        Optional<Long> appendedAt = state.offsetOf(stamp.baseSequence(), recordCount);
        if (appendedAt.isPresent()) {
            return new Verdict.Duplicate(appendedAt.get());
        }
        return stamp.baseSequence() == state.nextSequence()
                ? new Verdict.Next(state.keptBehindNext(), next)
                : gap(stamp, state.nextSequence());
    }

    static Verdict gap(ProducerStamp stamp, int expected) {
        return refused(
                KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER,
                "Producer " + stamp.producerId() + " sent a batch from sequence " + stamp.baseSequence()
                        + " on; expected is " + expected + ", or one of its last " + ProducerState.MAX_BATCHES
                        + " batches again.");
    }

    private static Verdict refused(KafkaError error, String message) {
        return new Verdict.Refused(new Refusal(error, message));
    }
}
