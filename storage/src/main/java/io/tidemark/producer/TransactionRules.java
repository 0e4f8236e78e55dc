package io.tidemark.producer;

import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import java.util.Optional;

/**
 * Decides as {@link SequenceRules} does, and whether the batch goes with the producer's transaction in the partition.
 * Pure.
 *
 * <p>Source: {@code ProducerAppendInfo.appendDataBatch}; KIP-890 for the sequence that a transaction begins with where
 * nothing is known of its producer.
 */
public final class TransactionRules {
    private TransactionRules() {}

    /**
     * Decides for a batch of {@code recordCount} records.
     *
     * @param open the producer's transaction that is open in the partition
     */
    public static SequenceRules.Verdict decide(
            Optional<ProducerState> known,
            ProducerStamp stamp,
            int recordCount,
            boolean transactional,
            Optional<ProducerEpoch> open) {
        if (known.isEmpty() && transactional && stamp.baseSequence() != 0) {
            return SequenceRules.gap(stamp, 0);
        }
        SequenceRules.Verdict verdict = SequenceRules.decide(known, stamp, recordCount);
        if (!(verdict instanceof SequenceRules.Verdict.Next) || open.isEmpty()) {
            return verdict;
        }
        if (!transactional) {
            return refused(
                    KafkaError.INVALID_TXN_STATE,
                    "Producer " + stamp.producerId() + " has a transaction open in this partition: what it sends here"
                            + " must belong to it until it ends.");
        }
        return open.get().equals(of(stamp))
                ? verdict
                : refused(
                        KafkaError.CONCURRENT_TRANSACTIONS,
                        "The transaction of epoch " + open.get().epoch() + " of producer " + stamp.producerId()
                                + " is not ended in this partition yet. Send the batch again.");
    }

    /** The transaction that a transactional batch with this stamp belongs to. */
    public static ProducerEpoch of(ProducerStamp stamp) {
        return new ProducerEpoch(stamp.producerId(), stamp.producerEpoch());
    }

    private static SequenceRules.Verdict refused(KafkaError error, String message) {
        return new SequenceRules.Verdict.Refused(new Refusal(error, message));
    }
}
