package io.tidemark.oracle;

import static io.tidemark.record.Codec.GZIP;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.IsolationLevel;
import io.tidemark.log.ListOffsetsRequest.Entry;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.record.Codec;
import io.tidemark.simulation.ManualClock;
import io.tidemark.store.Eventually;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** ListOffsets, case by case as a broker answers it. The numbers of the cases are those in the package's description. */
class ListOffsetsCasesIT {
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;
    private static final long EARLIEST_LOCAL = -4;
    private static final long LATEST_TIERED = -5;
    private static final long EARLIEST_PENDING_UPLOAD = -6;

    private final BothLogs both = new BothLogs(stores());

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d01EmptyLogBeginsAndEndsAtZero() {
        String topic = both.topic();
        assertThat(both.listOffset(topic, LATEST)).isEqualTo(Listed.of(0, -1));
        assertThat(both.listOffset(topic, EARLIEST)).isEqualTo(Listed.of(0, -1));
        assertThat(both.listOffset(topic, EARLIEST_LOCAL)).isEqualTo(Listed.of(0, -1));
    }

    @Test
    void d02EmptyLogMatchesNoTime() {
        String topic = both.topic();
        for (long timestamp : new long[] {MAX_TIMESTAMP, 0, Long.MAX_VALUE, LATEST_TIERED}) {
            assertThat(both.listOffset(topic, timestamp)).isEqualTo(Listed.NO_MATCH);
        }
    }

    @Test
    void d02PendingUploadIsTheLogStartWhereABrokerHasNoTier_decision008() {
        String topic = both.topic();
        assertThat(both.broker().listOffset(topic, EARLIEST_PENDING_UPLOAD)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.tidemark().listOffset(topic, EARLIEST_PENDING_UPLOAD)).isEqualTo(Listed.of(0, -1));
    }

    @Test
    void d03TimestampsBelowTheKnownTargetsAreUnsupported() {
        String topic = both.topic();
        for (long timestamp : new long[] {-7, -1000, Long.MIN_VALUE}) {
            assertThat(both.listOffset(topic, timestamp)).isEqualTo(Listed.refused(Errors.UNSUPPORTED_VERSION));
        }
    }

    @Test
    void d06LeaderEpochOfTheClientIsComparedWithZero() {
        String topic = both.topic();
        assertThat(withLeaderEpoch(topic, 0)).isEqualTo(Listed.of(0, -1));
        assertThat(withLeaderEpoch(topic, 5)).isEqualTo(Listed.refused(Errors.UNKNOWN_LEADER_EPOCH));
        assertThat(withLeaderEpoch(topic, -2)).isEqualTo(Listed.refused(Errors.FENCED_LEADER_EPOCH));
    }

    @Test
    void d07PartitionNamedTwiceIsInvalidAndTheOthersAreAnswered_decision018() {
        String topic = both.topic();
        Listed invalid = Listed.refused(Errors.INVALID_REQUEST);
        Listed unknown = Listed.refused(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        List<ListOffsetsPartition> toBroker = List.of(asked(0, LATEST), asked(0, EARLIEST), asked(1, LATEST));
        assertThat(both.broker().listOffsets(topic, toBroker, 11, new ListOffsetsRequestData().setReplicaId(-1)))
                .containsExactly(invalid, unknown);
        assertThat(both.tidemark()
                        .listOffsets(
                                List.of(entry(topic, 0, LATEST), entry(topic, 0, EARLIEST), entry(topic, 1, LATEST))))
                .containsExactly(invalid, invalid, unknown);
    }

    @Test
    void d08TargetIsCheckedBeforeTheTopic() {
        assertThat(both.listOffset("nowhere", LATEST)).isEqualTo(Listed.refused(Errors.UNKNOWN_TOPIC_OR_PARTITION));
        assertThat(both.listOffset("nowhere", -9)).isEqualTo(Listed.refused(Errors.UNSUPPORTED_VERSION));
    }

    @Test
    void d10FirstRecordInOffsetOrderAnswersATime() {
        String topic = disordered();
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.of(0, 100));
        assertThat(both.listOffset(topic, 100)).isEqualTo(Listed.of(0, 100));
        for (long timestamp : new long[] {101, 200, 250, 300}) {
            assertThat(both.listOffset(topic, timestamp)).isEqualTo(Listed.of(1, 300));
        }
        assertThat(both.listOffset(topic, 301)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void d11FirstOfTwoMaximaAnswersMaxTimestamp() {
        String topic = disordered();
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(1, 300));
        assertThat(both.listOffset(topic, LATEST)).isEqualTo(Listed.of(5, -1));
        assertThat(both.listOffset(topic, EARLIEST)).isEqualTo(Listed.of(0, -1));
    }

    @Test
    void d13CompressedBatchIsAnsweredByItsInnerRecord() {
        for (Codec codec : Codec.values()) {
            String topic = both.topicOf(RawBatch.of(100, 300, 200, 300).in(codec));
            assertThat(both.listOffset(topic, 101)).isEqualTo(Listed.of(1, 300));
            assertThat(both.listOffset(topic, 300)).isEqualTo(Listed.of(1, 300));
            assertThat(both.listOffset(topic, 301)).isEqualTo(Listed.NO_MATCH);
        }
    }

    @Test
    void d14EarliestBatchWithTheMaximumWins() {
        String topic = both.topicOf(RawBatch.of(10, 500), RawBatch.of(500, 400), RawBatch.of(500));
        assertThat(both.listOffset(topic, 500)).isEqualTo(Listed.of(1, 500));
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(1, 500));
    }

    @Test
    void d15HeaderThatOverstatesItsMaximumIsCorrected() {
        String topic = both.topic();
        both.produce(topic, RawBatch.of(100, 200).forged(header -> header.putLong(RawBatch.MAX_TIMESTAMP, 999)));
        assertThat(both.listOffset(topic, 201)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(1, 200));
        assertThat(both.fetch(topic, 0, 0, 1_000).batches())
                .containsExactly(RawBatch.placedAt(RawBatch.of(100, 200).bytes(), 0));
    }

    @Test
    void d16HeaderThatUnderstatesItsMaximumIsCorrected() {
        String topic = both.topic();
        both.produce(topic, RawBatch.of(500, 600).forged(header -> header.putLong(RawBatch.MAX_TIMESTAMP, 1)));
        assertThat(both.listOffset(topic, 550)).isEqualTo(Listed.of(1, 600));
    }

    @Test
    void d17RecordsWithoutATimeMatchNoneAndAnswerMaxTimestampByTheFirst() {
        String topic = both.topicOf(RawBatch.of(-1, -1));
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(0, -1));
    }

    @Test
    void d19RecordWithoutATimeIsPassedOver() {
        String topic = both.topicOf(RawBatch.of(-1, 5));
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.of(1, 5));
        assertThat(both.listOffset(topic, 6)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void negativeTimesCountAsNone() {
        String topic = both.topicOf(RawBatch.of(-5, -7), RawBatch.of(-3));
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void maxTimestampGoesOnBehindABatchOfNegativeTimes_decision012() {
        String topic = both.topicOf(RawBatch.of(-5), RawBatch.of(-1));
        assertThat(both.broker().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.tidemark().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(1, -1));
    }

    @Test
    void d21AppendTimeIsTheTimeOfEveryRecordOfABatch() {
        String topic = both.topic("message.timestamp.type", "LogAppendTime");
        long first = both.produce(topic, RawBatch.of(100, 200).bytes()).logAppendTimeMs();
        assertThat(both.listOffset(topic, 100)).isEqualTo(Listed.of(0, first));
        awaitMillisecondAfter(first);
        long second = both.produce(topic, RawBatch.of(5, 6, 7).bytes()).logAppendTimeMs();
        assertThat(second).isGreaterThan(first);
        assertThat(both.listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(2, second));
        assertThat(both.listOffset(topic, first + 1)).isEqualTo(Listed.of(2, second));
        assertThat(both.fetch(topic, 0, 0, 1_000).batches()).hasSize(2);
    }

    @Test
    void d24RecordsBelowTheLogStartDoNotAnswer() {
        String topic = risingInPairs();
        assertThat(both.deleteRecords(topic, 0, 3)).isEqualTo(new Trimmed(Errors.NONE, 3));
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.of(3, 1150));
        assertThat(both.listOffset(topic, 1000)).isEqualTo(Listed.of(3, 1150));
        assertThat(both.listOffset(topic, 1200)).isEqualTo(Listed.of(4, 1200));
        assertThat(both.listOffset(topic, EARLIEST)).isEqualTo(Listed.of(3, -1));
    }

    @Test
    void d26EmptiedLogMatchesNothingAndKeepsItsEnd() {
        String topic = emptied();
        assertThat(both.listOffset(topic, LATEST)).isEqualTo(Listed.of(11, -1));
        assertThat(both.listOffset(topic, EARLIEST)).isEqualTo(Listed.of(11, -1));
        assertThat(both.listOffset(topic, 0)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void d26MaxTimestampIsNeverBelowTheLogStart_decision011() {
        String topic = emptied();
        assertThat(both.broker().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.of(9, 1450));
        assertThat(both.tidemark().listOffset(topic, MAX_TIMESTAMP)).isEqualTo(Listed.NO_MATCH);
    }

    @Test
    void d27LookupGoesOnPastADeletedMaximum_decision010() {
        // no two of these batches fit the smallest segment that a broker allows
        String topic = both.topic("segment.bytes", "1048576");
        String large = "v".repeat(400_000);
        for (long[] times : new long[][] {{100, 500}, {200, 300}, {400, 600}}) {
            both.produce(topic, RawBatch.of(times).valued(large).bytes());
        }
        both.deleteRecords(topic, 0, 2);
        assertThat(both.tidemark().listOffset(topic, 150)).isEqualTo(Listed.of(2, 200));
        assertThat(both.broker().listOffset(topic, 150)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.tidemark().listOffset(topic, 450)).isEqualTo(Listed.of(5, 600));
        assertThat(both.broker().listOffset(topic, 450)).isEqualTo(Listed.NO_MATCH);
        assertThat(both.listOffset(topic, 550)).isEqualTo(Listed.of(5, 600));
    }

    @Test
    void readCommittedAnswersAlikeWhereNoTransactionIsOpen() {
        String topic = disordered();
        for (long timestamp : new long[] {LATEST, EARLIEST, MAX_TIMESTAMP, 0, 101, 301}) {
            ListOffsetsRequestData readCommitted =
                    new ListOffsetsRequestData().setReplicaId(-1).setIsolationLevel((byte) 1);
            List<Listed> brokers = both.broker().listOffsets(topic, List.of(asked(0, timestamp)), 11, readCommitted);
            assertThat(both.tidemark().listOffsets(IsolationLevel.READ_COMMITTED, List.of(entry(topic, 0, timestamp))))
                    .isEqualTo(brokers);
            assertThat(both.listOffset(topic, timestamp)).isEqualTo(brokers.get(0));
        }
    }

    @Test
    void lookupAtTheLargestTimeFindsARecordThere() {
        String topic = both.topic("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        both.produce(topic, RawBatch.of(1, Long.MAX_VALUE).in(GZIP).bytes());
        assertThat(both.listOffset(topic, Long.MAX_VALUE)).isEqualTo(Listed.of(1, Long.MAX_VALUE));
    }

    private String disordered() {
        return both.topicOf(RawBatch.of(100), RawBatch.of(300), RawBatch.of(200), RawBatch.of(300), RawBatch.of(50));
    }

    private String risingInPairs() {
        return both.topicOf(
                RawBatch.of(1000, 1050),
                RawBatch.of(1100, 1150),
                RawBatch.of(1200, 1250),
                RawBatch.of(1300, 1350),
                RawBatch.of(1400, 1450),
                RawBatch.of(900));
    }

    private String emptied() {
        String topic = risingInPairs();
        assertThat(both.deleteRecords(topic, 0, -1)).isEqualTo(new Trimmed(Errors.NONE, 11));
        return topic;
    }

    private Listed withLeaderEpoch(String topic, int epoch) {
        Listed brokers = both.broker()
                .listOffsets(
                        topic,
                        List.of(asked(0, LATEST).setCurrentLeaderEpoch(epoch)),
                        11,
                        new ListOffsetsRequestData().setReplicaId(-1))
                .get(0);
        Listed tidemarks = both.tidemark()
                .listOffsets(List.of(new Entry(TidemarkLog.partition(topic, 0), LATEST, Optional.of(epoch))))
                .get(0);
        assertThat(tidemarks).isEqualTo(brokers);
        return tidemarks;
    }

    private static void awaitMillisecondAfter(long timestampMs) {
        Eventually.holds("the clock goes on", () -> ManualClock.atSystemTime().millis() > timestampMs);
    }

    private static ListOffsetsPartition asked(int partition, long timestamp) {
        return new ListOffsetsPartition().setPartitionIndex(partition).setTimestamp(timestamp);
    }

    private static Entry entry(String topic, int partition, long timestamp) {
        return new Entry(TidemarkLog.partition(topic, partition), timestamp, Optional.empty());
    }
}
