package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.FetchAnswer;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.record.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** Fetch and DeleteRecords, case by case as a broker answers them. */
class FetchCasesIT {
    private static final int MANY_BYTES = 100_000;

    private final BothLogs both = new BothLogs(stores());

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d76OffsetInsideABatchIsAnsweredWithTheWholeBatch() {
        String topic = tenPairs();
        assertThat(baseOffsets(both.fetch(topic, 0, 3, MANY_BYTES)))
                .containsExactly(2L, 4L, 6L, 8L, 10L, 12L, 14L, 16L, 18L);
        assertThat(baseOffsets(both.fetch(topic, 0, 19, MANY_BYTES))).containsExactly(18L);
    }

    @Test
    void d76FirstBatchIsWholeWhateverTheLimitAndOthersOnlyIfTheyFit() {
        String topic = tenPairs();
        int size = both.fetch(topic, 0, 0, 0).batches().get(0).size();
        for (int limit : new int[] {0, 1, size - 1, size, size + 1, 2 * size - 1}) {
            assertThat(baseOffsets(both.fetch(topic, 0, 3, limit))).containsExactly(2L);
        }
        assertThat(baseOffsets(both.fetch(topic, 0, 3, 2 * size))).containsExactly(2L, 4L);
        assertThat(baseOffsets(both.fetch(topic, 0, 3, 2 * size + 1))).containsExactly(2L, 4L);
    }

    @Test
    void d77EndOfTheLogIsEmptyAndBehindItIsOutOfRange() {
        String topic = tenPairs();
        assertThat(both.fetch(topic, 0, 20, MANY_BYTES)).isEqualTo(new Read(Errors.NONE, 20, 20, 0, List.of()));
        assertThat(both.fetch(topic, 0, 21, MANY_BYTES)).isEqualTo(Read.refused(Errors.OFFSET_OUT_OF_RANGE));
        assertThat(both.fetch(topic, 0, -1, MANY_BYTES)).isEqualTo(Read.refused(Errors.OFFSET_OUT_OF_RANGE));
    }

    @Test
    void d77WaitEndsEmptyAfterItsTime() {
        String topic = tenPairs();
        Duration wait = Duration.ofMillis(300);
        long begun = System.nanoTime();
        Read brokers = both.broker()
                .fetch(
                        topic,
                        new FetchPartition().setFetchOffset(20).setPartitionMaxBytes(MANY_BYTES),
                        new FetchRequestData().setMinBytes(1).setMaxWaitMs((int) wait.toMillis()));
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(wait.toNanos() * 9 / 10);
        assertThat(brokers.error()).isEqualTo(Errors.NONE);
        assertThat(brokers.batches()).isEmpty();
        assertThat(both.tidemark().fetchAnswer(request(topic, 20, Optional.empty(), wait)))
                .isInstanceOfSatisfying(Fetched.class, fetched -> {
                    assertThat(fetched.batches()).isEmpty();
                    assertThat(fetched.nextOffset()).isEqualTo(20);
                });
    }

    @Test
    void outOfRangeTellsWhereTheRecordsAre_decision019() {
        String topic = tenPairs();
        both.deleteRecords(topic, 0, 7);
        assertThat(both.tidemark().fetchAnswer(request(topic, 21, Optional.empty(), Duration.ZERO)))
                .isInstanceOfSatisfying(FetchAnswer.OutOfRange.class, answer -> {
                    assertThat(answer.logStartOffset()).isEqualTo(7);
                    assertThat(answer.highWatermark()).isEqualTo(20);
                });
        assertThat(both.broker().fetch(topic, 0, 21, MANY_BYTES))
                .isEqualTo(new Read(Errors.OFFSET_OUT_OF_RANGE, -1, -1, -1, List.of()));
    }

    @Test
    void d78NewerLeaderEpochIsUnknown() {
        String topic = tenPairs();
        Read brokers = both.broker()
                .fetch(
                        topic,
                        new FetchPartition()
                                .setFetchOffset(0)
                                .setPartitionMaxBytes(MANY_BYTES)
                                .setCurrentLeaderEpoch(3),
                        new FetchRequestData().setMinBytes(0));
        assertThat(brokers.error()).isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
        assertThat(both.tidemark().fetchAnswer(request(topic, 0, Optional.of(3), Duration.ZERO)))
                .isInstanceOfSatisfying(
                        FetchAnswer.Refused.class,
                        answer -> assertThat(answer.refusal().error().code())
                                .isEqualTo(brokers.error().code()));
    }

    @Test
    void unknownTopicAndPartitionAreRefused() {
        assertThat(both.fetch("nowhere", 0, 0, MANY_BYTES)).isEqualTo(Read.refused(Errors.UNKNOWN_TOPIC_OR_PARTITION));
        assertThat(both.fetch(tenPairs(), 1, 0, MANY_BYTES)).isEqualTo(Read.refused(Errors.UNKNOWN_TOPIC_OR_PARTITION));
    }

    @Test
    void logStartInsideABatchIsAnsweredWithTheWholeBatch() {
        String topic = tenPairs();
        both.deleteRecords(topic, 0, 7);
        assertThat(both.fetch(topic, 0, 6, MANY_BYTES)).isEqualTo(Read.refused(Errors.OFFSET_OUT_OF_RANGE));
        Read read = both.fetch(topic, 0, 7, MANY_BYTES);
        assertThat(read.logStartOffset()).isEqualTo(7);
        assertThat(baseOffsets(read)).startsWith(6L, 8L);
    }

    @Test
    void d80DeleteRecordsMovesTheLogStartUpOnly() {
        String topic = tenPairs();
        assertThat(both.deleteRecords(topic, 0, 0)).isEqualTo(new Trimmed(Errors.NONE, 0));
        assertThat(both.deleteRecords(topic, 0, 7)).isEqualTo(new Trimmed(Errors.NONE, 7));
        assertThat(both.deleteRecords(topic, 0, 5)).isEqualTo(new Trimmed(Errors.NONE, 7));
        assertThat(both.deleteRecords(topic, 0, 100)).isEqualTo(new Trimmed(Errors.OFFSET_OUT_OF_RANGE, -1));
        assertThat(both.deleteRecords(topic, 0, 21)).isEqualTo(new Trimmed(Errors.OFFSET_OUT_OF_RANGE, -1));
        assertThat(both.deleteRecords(topic, 0, -2)).isEqualTo(new Trimmed(Errors.OFFSET_OUT_OF_RANGE, -1));
        assertThat(both.deleteRecords(topic, 0, 20)).isEqualTo(new Trimmed(Errors.NONE, 20));
        assertThat(both.deleteRecords(topic, 0, -1)).isEqualTo(new Trimmed(Errors.NONE, 20));
    }

    @Test
    void d80OnlyAPolicyOfCompactionAloneForbidsDeletion() {
        RawBatch batch = RawBatch.of(1, 2);
        for (String policy : List.of("compact,delete", "delete", "")) {
            String topic = both.topic("cleanup.policy", policy);
            both.produce(topic, batch.bytes());
            assertThat(both.deleteRecords(topic, 0, 1)).isEqualTo(new Trimmed(Errors.NONE, 1));
        }
        String compacted = both.topic("cleanup.policy", "compact");
        both.produce(compacted, batch.bytes());
        assertThat(both.deleteRecords(compacted, 0, 1)).isEqualTo(new Trimmed(Errors.POLICY_VIOLATION, -1));
    }

    @Test
    void d80DeleteRecordsOfAnUnknownPartitionIsRefused() {
        Trimmed unknown = new Trimmed(Errors.UNKNOWN_TOPIC_OR_PARTITION, -1);
        assertThat(both.deleteRecords("nowhere", 0, 0)).isEqualTo(unknown);
        assertThat(both.deleteRecords(tenPairs(), 1, 0)).isEqualTo(unknown);
    }

    private String tenPairs() {
        RawBatch[] batches = new RawBatch[10];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = RawBatch.of(2L * i, 2L * i + 1);
        }
        return both.topicOf(batches);
    }

    private static FetchRequest request(String topic, long offset, Optional<Integer> leaderEpoch, Duration wait) {
        return new FetchRequest(
                TidemarkLog.partition(topic, 0),
                offset,
                MANY_BYTES,
                IsolationLevel.READ_UNCOMMITTED,
                wait,
                leaderEpoch);
    }

    private static List<Long> baseOffsets(Read read) {
        return read.batches().stream()
                .map(Bytes::asByteBuffer)
                .map(batch -> batch.getLong(RawBatch.BASE_OFFSET))
                .toList();
    }
}
