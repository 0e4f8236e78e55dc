package io.tidemark.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.producer.SequenceRules.Verdict;
import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransactionRulesTest {
    private static final String NONE = "-";

    /** The producer is unknown, or in epoch 3 with the batch of sequences 8 and 9 at offset 40 as its last one. */
    @ParameterizedTest
    @CsvSource({
        // known, epoch/sequence, transactional, open epoch, outcome
        "false, 3/0, true,  -, next",
        "false, 3/1, true,  -, OUT_OF_ORDER_SEQUENCE_NUMBER",
        "false, 3/1, false, -, next",
        "true,  3/10, true,  3, next",
        "true,  3/10, true,  -, next",
        "true,  3/11, true,  3, OUT_OF_ORDER_SEQUENCE_NUMBER",
        "true,  3/10, false, -, next",
        "true,  3/10, false, 3, INVALID_TXN_STATE",
        "true,  3/12, false, 3, OUT_OF_ORDER_SEQUENCE_NUMBER",
        "true,  3/8, true,  3, duplicate",
        "true,  3/8, false, 3, duplicate",
        "true,  2/8, true,  3, INVALID_PRODUCER_EPOCH",
        "true,  2/0, true,  -, INVALID_PRODUCER_EPOCH",
        "true,  4/0, true,  -, next",
        "true,  4/1, true,  -, OUT_OF_ORDER_SEQUENCE_NUMBER",
        "true,  4/0, true,  3, CONCURRENT_TRANSACTIONS",
        "true,  4/0, false, 3, INVALID_TXN_STATE",
    })
    void decides(boolean isKnown, String sent, boolean transactional, String open, String outcome) {
        Optional<ProducerState> known = isKnown
                ? Optional.of(new ProducerState((short) 3, 10, 5, List.of(new Batch(2, 40))))
                : Optional.empty();
        Optional<ProducerEpoch> openTransaction =
                open.equals(NONE) ? Optional.empty() : Optional.of(new ProducerEpoch(77, Short.parseShort(open)));

        String[] epochAndSequence = sent.split("/", -1);
        ProducerStamp stamp =
                new ProducerStamp(77, Short.parseShort(epochAndSequence[0]), Integer.parseInt(epochAndSequence[1]));
        Verdict verdict = TransactionRules.decide(known, stamp, 2, transactional, openTransaction);

        switch (outcome) {
            case "next" -> assertThat(verdict).isInstanceOf(Verdict.Next.class);
            case "duplicate" -> assertThat(verdict).isEqualTo(new Verdict.Duplicate(40));
            default ->
                assertThat(verdict)
                        .isInstanceOfSatisfying(
                                Verdict.Refused.class,
                                refused ->
                                        assertThat(refused.refusal().error()).isEqualTo(KafkaError.valueOf(outcome)));
        }
    }
}
