package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.CommittedRead.Aborted;
import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** Transactions in a partition, case by case as a broker's readers see them; markers byte for byte. */
class TransactionCasesIT {
    private static final int MANY_BYTES = 1 << 20;

    private final BothTransactions both = new BothTransactions(new BothLogs(stores()));

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d31LatestIsTheLastStableOffset() {
        String topic = openInBetween();
        assertThat(both.logs().listOffset(topic, -1)).isEqualTo(latest(3));
        assertThat(both.listCommitted(topic, -1)).isEqualTo(latest(1));
    }

    @Test
    void d32NothingIsFoundAtOrPastTheLastStableOffset() {
        String topic = openInBetween();
        assertThat(both.listCommitted(topic, 100)).isEqualTo(Listed.of(0, 100));
        assertThat(both.listCommitted(topic, 150)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listCommitted(topic, 250)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listCommitted(topic, -3)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listCommitted(topic, -2)).isEqualTo(latest(0));
    }

    @Test
    void d34ReadsEndAtTheLastStableOffset() {
        String topic = openInBetween();
        CommittedRead read = both.fetchCommitted(topic, 0, MANY_BYTES);
        assertThat(read.read().batches()).hasSize(1);
        assertThat(read.read().lastStableOffset()).isEqualTo(1);
        assertThat(read.aborted()).isEmpty();
        for (long offset = 1; offset <= 3; offset++) {
            assertThat(both.fetchCommitted(topic, offset, MANY_BYTES).read())
                    .isEqualTo(new Read(Errors.NONE, 3, 1, 0, List.of()));
        }
        assertThat(both.fetchCommitted(topic, 4, MANY_BYTES).read().error()).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void d35AbortedRecordsAndMarkersAreAnswersBelowTheLastStableOffset() {
        String topic = openInBetween();
        long markerMs = both.end(topic, false);
        assertThat(both.listCommitted(topic, 150)).isEqualTo(Listed.of(1, 200));
        assertThat(both.listCommitted(topic, 301)).isEqualTo(Listed.of(3, markerMs));
        assertThat(both.listCommitted(topic, -3)).isEqualTo(Listed.of(3, markerMs));
    }

    @Test
    void d36AnAbortIsToldOfFromItsFirstOffsetToItsMarker() {
        String topic = openInBetween();
        ProducerEpoch aborted = both.current();
        both.end(topic, false);
        for (long offset = 0; offset <= 3; offset++) {
            assertThat(both.fetchCommitted(topic, offset, MANY_BYTES).aborted())
                    .containsExactly(new Aborted(aborted.producerId(), 1));
        }
        assertThat(both.fetchCommitted(topic, 4, MANY_BYTES).aborted()).isEmpty();
    }

    @Test
    void d38DeletionInsideOfAnOpenTransactionTakesTheLastStableOffsetAlong() {
        String topic = openInBetween();
        assertThat(both.logs().deleteRecords(topic, 0, -1)).isEqualTo(new Trimmed(Errors.NONE, 3));
        both.append(topic, RawBatch.of(400));
        assertThat(both.listCommitted(topic, -1)).isEqualTo(latest(3));
        assertThat(both.fetchCommitted(topic, 3, MANY_BYTES).read())
                .isEqualTo(new Read(Errors.NONE, 4, 3, 3, List.of()));

        ProducerEpoch aborted = both.current();
        both.end(topic, false);
        CommittedRead read = both.fetchCommitted(topic, 3, MANY_BYTES);
        assertThat(read.read().batches()).hasSize(2);
        assertThat(read.aborted()).containsExactly(new Aborted(aborted.producerId(), 1));
    }

    @Test
    void deletionInsideABatchOfAnOpenTransactionMovesTheLastStableOffsetToTheLogStart_decision053() {
        String topic = both.topic();
        both.begin();
        both.append(topic, RawBatch.of(100));
        both.write(topic, 200, 201, 202);
        both.logs().deleteRecords(topic, 0, 2);

        both.listCommitted(topic, -1, latest(1), latest(2));
        both.end(topic, true);
        assertThat(both.listCommitted(topic, -1)).isEqualTo(latest(5));
    }

    @Test
    void d46ATransactionalBatchNeedsATransactionalId() {
        String topic = both.topic();
        Bytes transactional = BothTransactions.transactional(RawBatch.of(1).by(9, 0, 0));
        assertThat(both.logs().broker().produce(topic, transactional).error())
                .isEqualTo(Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED);
        assertThat(both.logs().tidemark().produce(topic, transactional))
                .isEqualTo(Appended.refused(Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED));
    }

    @Test
    void d74WhileATransactionIsOpenItsProducerWritesNothingElse() {
        String topic = both.topic();
        both.begin();
        both.write(topic, 200);
        assertThat(both.produceOutsideOfIt(topic, RawBatch.of(300))).isEqualTo(Errors.INVALID_TXN_STATE);
    }

    @Test
    void afterTheEndOldEpochsAreFencedAndTheNextOneBeginsAtZero() {
        for (boolean committed : List.of(true, false)) {
            String topic = both.topic();
            both.begin();
            both.write(topic, 200);
            ProducerEpoch ended = both.current();
            both.end(topic, committed);
            assertThat(both.tryWrite(topic, ended, 1, 300)).isEqualTo(Errors.INVALID_PRODUCER_EPOCH);
            assertThat(both.tryWrite(topic, both.current(), 1, 300)).isEqualTo(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
            both.write(topic, 300);
            both.end(topic, committed);
        }
    }

    @Test
    void aMarkerOnALogAppendTimeTopicIsStampedToo() {
        String topic = both.topic("message.timestamp.type", "LogAppendTime");
        for (boolean committed : List.of(true, false)) {
            both.begin();
            both.write(topic, 200);
            both.end(topic, committed);
        }
        assertThat(both.listCommitted(topic, -1)).isEqualTo(latest(4));
    }

    /** Transactions that overlap, in any order; what is told of aborts is the same from every offset on. */
    @Test
    void overlappingTransactionsAreReadAsABrokerReadsThem() {
        Random random = new Random(77);
        for (int round = 0; round < 3; round++) {
            String topic = both.topic();
            List<BothTransactions> producers = List.of(both.other(), both.other(), both.other());
            producers.forEach(BothTransactions::begin);
            List<BothTransactions> open = new ArrayList<>();
            long time = 1_000;
            for (int step = 0; step < 30; step++) {
                BothTransactions producer = producers.get(random.nextInt(producers.size()));
                int what = random.nextInt(4);
                if (what == 0) {
                    both.append(topic, RawBatch.of(time++));
                } else if (what == 1 && open.remove(producer)) {
                    producer.end(topic, random.nextInt(3) == 0);
                } else {
                    producer.write(topic, time, time + 1);
                    time += 2;
                    open.remove(producer);
                    open.add(producer);
                }
                long high = both.logs().listOffset(topic, -1).offset();
                both.listCommitted(topic, -1);
                both.fetchCommitted(topic, random.nextLong(high + 1), MANY_BYTES);
            }
            open.forEach(producer -> producer.end(topic, random.nextBoolean()));
            long high = both.logs().listOffset(topic, -1).offset();
            for (long offset = 0; offset <= high; offset++) {
                both.fetchCommitted(topic, offset, MANY_BYTES);
            }
        }
    }

    /** P[100]; T(200), which stays open; P[300]. */
    private String openInBetween() {
        String topic = both.topic();
        both.begin();
        both.append(topic, RawBatch.of(100));
        both.write(topic, 200);
        both.append(topic, RawBatch.of(300));
        return topic;
    }

    private static Listed latest(long offset) {
        return new Listed(Errors.NONE, offset, -1, 0);
    }
}
