package io.tidemark.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.producer.SequenceRules.Verdict;
import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SequenceRulesTest {
    private static final int MAX = Integer.MAX_VALUE;

    /** Five batches of epoch 4: sequences 10..12, 13..14, 15..15, 16..19, 20..21. */
    private static final ProducerState FIVE = new ProducerState(
            (short) 4,
            22,
            28_333_333,
            List.of(new Batch(2, 900), new Batch(4, 800), new Batch(1, 700), new Batch(2, 600), new Batch(3, 500)));

    @Test
    void anUnknownProducerMayBeginAnywhere() {
        assertThat(decide(Optional.empty(), 0, 0, 3)).isEqualTo(new Verdict.Next(List.of(), 3));
        assertThat(decide(Optional.empty(), 7, 123, 3)).isEqualTo(new Verdict.Next(List.of(), 126));
    }

    @Test
    void theNextSequenceIsAppendedAndPushesOutTheFifthBatch() {
        assertThat(decide(FIVE, 4, 22, 5))
                .isEqualTo(new Verdict.Next(FIVE.batches().subList(0, 4), 27));
    }

    @Test
    void fewerThanFiveBatchesAreAllKept() {
        ProducerState two = new ProducerState((short) 4, 22, 1, FIVE.batches().subList(0, 2));

        assertThat(decide(two, 4, 22, 1)).isEqualTo(new Verdict.Next(two.batches(), 23));
    }

    @Test
    void eachOfTheLastFiveBatchesIsADuplicateOfItself() {
        assertThat(decide(FIVE, 4, 20, 2)).isEqualTo(new Verdict.Duplicate(900));
        assertThat(decide(FIVE, 4, 16, 4)).isEqualTo(new Verdict.Duplicate(800));
        assertThat(decide(FIVE, 4, 15, 1)).isEqualTo(new Verdict.Duplicate(700));
        assertThat(decide(FIVE, 4, 13, 2)).isEqualTo(new Verdict.Duplicate(600));
        assertThat(decide(FIVE, 4, 10, 3)).isEqualTo(new Verdict.Duplicate(500));
    }

    @Test
    void theSixthBatchBackIsOutOfOrder() {
        Verdict sixth = decide(FIVE, 4, 22, 1);
        ProducerState after =
                new ProducerState((short) 4, 23, 1, ((Verdict.Next) sixth).kept()).withNewest(new Batch(1, 1_000));

        assertThat(decide(after, 4, 13, 2)).isEqualTo(new Verdict.Duplicate(600));
        assertRefused(decide(after, 4, 10, 3), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void gapsOverlapsAndOtherRangesAreOutOfOrder() {
        assertRefused(decide(FIVE, 4, 23, 1), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 21, 1), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 21, 5), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 20, 1), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 20, 3), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 16, 6), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 4, 9, 1), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void aHigherEpochBeginsAtZeroAndForgetsTheOldBatches() {
        assertThat(decide(FIVE, 5, 0, 3)).isEqualTo(new Verdict.Next(List.of(), 3));
        assertRefused(decide(FIVE, 5, 22, 3), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(FIVE, 5, 20, 2), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void aLowerEpochIsFencedEvenWithARememberedBatch() {
        assertRefused(decide(FIVE, 3, 22, 1), KafkaError.INVALID_PRODUCER_EPOCH);
        assertRefused(decide(FIVE, 3, 20, 2), KafkaError.INVALID_PRODUCER_EPOCH);
        assertRefused(decide(FIVE, 3, 0, 2), KafkaError.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void whereOnlyTheEpochIsKnownTheNextSequenceBinds() {
        ProducerState bumped = new ProducerState((short) 4, 0, 1, List.of());

        assertThat(decide(bumped, 4, 0, 2)).isEqualTo(new Verdict.Next(List.of(), 2));
        assertRefused(decide(bumped, 4, 2, 2), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertRefused(decide(bumped, 3, 0, 2), KafkaError.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void sequencesWrapToZero() {
        ProducerState full = new ProducerState((short) 0, MAX, 1, List.of(new Batch(10, 50)));

        assertThat(decide(full, 0, MAX, 1)).isEqualTo(new Verdict.Next(full.batches(), 0));
        assertThat(decide(full, 0, MAX, 3)).isEqualTo(new Verdict.Next(full.batches(), 2));
        assertThat(decide(full, 0, MAX - 10, 10)).isEqualTo(new Verdict.Duplicate(50));

        ProducerState wrapped = new ProducerState((short) 0, 2, 1, List.of(new Batch(3, 60), new Batch(10, 50)));
        assertThat(decide(wrapped, 0, MAX, 3)).isEqualTo(new Verdict.Duplicate(60));
        assertThat(decide(wrapped, 0, MAX - 10, 10)).isEqualTo(new Verdict.Duplicate(50));
        assertThat(decide(wrapped, 0, 2, 1)).isEqualTo(new Verdict.Next(wrapped.batches(), 3));
        assertRefused(decide(wrapped, 0, 0, 2), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    private static Verdict decide(ProducerState known, int epoch, int baseSequence, int count) {
        return decide(Optional.of(known), epoch, baseSequence, count);
    }

    private static Verdict decide(Optional<ProducerState> known, int epoch, int baseSequence, int count) {
        return SequenceRules.decide(known, new ProducerStamp(77, (short) epoch, baseSequence), count);
    }

    private static void assertRefused(Verdict verdict, KafkaError error) {
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refused.class, refused -> {
            assertThat(refused.refusal().error()).isEqualTo(error);
            assertThat(refused.refusal().message()).contains("Producer 77");
        });
    }
}
