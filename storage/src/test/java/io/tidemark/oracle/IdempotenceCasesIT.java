package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.record.Bytes;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** Idempotent producers, case by case as a broker tells their batches apart. */
class IdempotenceCasesIT {
    private static final long PRODUCER = 10;

    private final BothLogs both = new BothLogs(stores());

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d59DuplicateReturnsItsFirstOffsetAndAGapOrAnOverlapIsOutOfOrder() {
        String topic = both.topic();
        takes(topic, 0, 5, 2, 0);
        takes(topic, 0, 5, 2, 0);
        refuses(topic, 0, 5, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
        refuses(topic, 0, 8, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
        takes(topic, 0, 7, 1, 2);
    }

    @Test
    void d60FiveBatchesAreRemembered() {
        String topic = sequences7To12();
        takes(topic, 0, 8, 1, 3);
        refuses(topic, 0, 7, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void d61NewEpochBeginsAtZeroAndFencesTheOldOne() {
        String topic = sequences7To12();
        refuses(topic, 1, 3, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
        takes(topic, 1, 0, 1, 8);
        refuses(topic, 0, 13, 1, Errors.INVALID_PRODUCER_EPOCH);
        refuses(topic, 0, 12, 1, Errors.INVALID_PRODUCER_EPOCH);
        takes(topic, 5, 0, 1, 9);
    }

    @Test
    void sequenceWrapsFromTheLargestIntToZero() {
        String topic = both.topic();
        takes(topic, 0, Integer.MAX_VALUE - 1, 1, 0);
        takes(topic, 0, Integer.MAX_VALUE, 3, 1);
        takes(topic, 0, 2, 1, 4);
        takes(topic, 0, Integer.MAX_VALUE, 3, 1);
        refuses(topic, 0, 4, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void d63ProducerIdDecidesWhetherASequenceCounts() {
        String topic = both.topic();
        Bytes noSequence = RawBatch.of(1).forged(batch -> batch.putLong(RawBatch.PRODUCER_ID, 13));
        assertThat(both.produce(topic, noSequence)).isEqualTo(Appended.refused(Errors.INVALID_RECORD));
        Bytes noProducer = RawBatch.of(1).forged(batch -> batch.putInt(RawBatch.BASE_SEQUENCE, 7));
        assertThat(both.produce(topic, noProducer)).isEqualTo(Appended.at(0));
        assertThat(both.produce(topic, noProducer)).isEqualTo(Appended.at(1));
    }

    @Test
    void producerIdNeedsAnEpoch_decision013() {
        String topic = both.topic();
        Bytes noEpoch = RawBatch.of(1)
                .forged(batch -> batch.putLong(RawBatch.PRODUCER_ID, 13).putInt(RawBatch.BASE_SEQUENCE, 0));
        assertThat(both.broker().produce(topic, noEpoch)).isEqualTo(Appended.at(0));
        assertThat(both.tidemark().produce(topic, noEpoch)).isEqualTo(Appended.refused(Errors.INVALID_RECORD));
    }

    @Test
    void d64DuplicateIsKnownBySequenceAloneAndTellsNoAppendTime_decision017() {
        String topic = both.topic();
        assertThat(both.produce(topic, RawBatch.of(500, 600).by(9, 0, 0).bytes()))
                .isEqualTo(Appended.at(0));
        Bytes other = RawBatch.of(1, 2).valued("other").by(9, 0, 0).bytes();
        assertThat(both.tidemark().produce(topic, other)).isEqualTo(Appended.at(0));
        Appended brokers = both.broker().produce(topic, other);
        assertThat(brokers.error()).isEqualTo(Errors.NONE);
        assertThat(brokers.baseOffset()).isZero();
        assertThat(brokers.logAppendTimeMs()).isEqualTo(600);
    }

    @Test
    void d67DeletedRecordsLeaveTheSequenceInForce() {
        String topic = sequences7To12();
        assertThat(both.deleteRecords(topic, 0, -1)).isEqualTo(new Trimmed(Errors.NONE, 8));
        refuses(topic, 0, 15, 1, Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
        takes(topic, 0, 13, 1, 8);
        takes(topic, 0, 9, 1, 4);
    }

    private String sequences7To12() {
        String topic = both.topic();
        takes(topic, 0, 5, 2, 0);
        for (int sequence = 7; sequence <= 12; sequence++) {
            takes(topic, 0, sequence, 1, sequence - 5);
        }
        return topic;
    }

    /** But for the append time, in which a broker's answer to a duplicate is a case of its own. */
    private void takes(String topic, int epoch, int sequence, int count, long baseOffset) {
        Bytes batch = batch(epoch, sequence, count);
        for (ComparedLog log : List.of(both.broker(), both.tidemark())) {
            Appended appended = log.produce(topic, batch);
            assertThat(appended.error()).isEqualTo(Errors.NONE);
            assertThat(appended.baseOffset()).isEqualTo(baseOffset);
        }
    }

    private void refuses(String topic, int epoch, int sequence, int count, Errors error) {
        assertThat(both.produce(topic, batch(epoch, sequence, count))).isEqualTo(Appended.refused(error));
    }

    private static Bytes batch(int epoch, int sequence, int count) {
        return RawBatch.of(LongStream.range(0, count).toArray())
                .by(PRODUCER, epoch, sequence)
                .bytes();
    }
}
