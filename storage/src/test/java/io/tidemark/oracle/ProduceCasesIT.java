package io.tidemark.oracle;

import static io.tidemark.record.Codec.GZIP;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** What a produce takes, corrects and refuses, case by case as a broker does. */
class ProduceCasesIT {
    private static final int GZIP_ATTRIBUTES = 1;

    private final BothLogs both = new BothLogs(stores());

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d39AnythingButOneWholeBatchOfFormat2IsInvalid() {
        String topic = both.topic();
        Bytes one = RawBatch.of(1).bytes();
        refuses(topic, Bytes.concat(List.of(one, one)), Errors.INVALID_RECORD);
        refuses(topic, RawBatch.of(1).damaged(batch -> batch.put(RawBatch.MAGIC, (byte) 1)), Errors.INVALID_RECORD);
        refuses(topic, Bytes.EMPTY, Errors.INVALID_RECORD);
        refuses(topic, one.slice(0, one.size() - 3), Errors.INVALID_RECORD);
    }

    @Test
    void d40ImpossibleMagicLengthOrChecksumIsCorrupt() {
        String topic = both.topic();
        RawBatch batch = RawBatch.of(1);
        refuses(topic, batch.damaged(bytes -> bytes.put(RawBatch.MAGIC, (byte) 3)), Errors.CORRUPT_MESSAGE);
        refuses(topic, batch.damaged(bytes -> bytes.putInt(RawBatch.CRC, 1)), Errors.CORRUPT_MESSAGE);
        refuses(topic, batch.damaged(bytes -> bytes.putInt(RawBatch.LENGTH, 10)), Errors.CORRUPT_MESSAGE);
        refuses(topic, batch.damaged(bytes -> bytes.putInt(RawBatch.LENGTH, -5)), Errors.CORRUPT_MESSAGE);
    }

    @Test
    void d41BaseOffsetMustBeZero() {
        refuses(both.topic(), RawBatch.of(1).damaged(batch -> batch.putLong(0, 5)), Errors.INVALID_RECORD);
    }

    @Test
    void d42LeaderEpochIsOverwrittenAndAShortTailIgnored() {
        String topic = both.topic();
        Bytes sent = RawBatch.of(1).damaged(batch -> batch.putInt(RawBatch.LEADER_EPOCH, 77));
        takes(topic, sent, 0);
        takes(topic, Bytes.concat(List.of(RawBatch.of(2).bytes(), Bytes.utf8("junk!"))), 1);
        assertThat(both.fetch(topic, 0, 0, 1_000).batches())
                .containsExactly(
                        RawBatch.placedAt(sent, 0),
                        RawBatch.placedAt(RawBatch.of(2).bytes(), 1));
    }

    @Test
    void tailThatCouldBeABatchIsCorrupt() {
        Bytes sent = Bytes.concat(List.of(RawBatch.of(2).bytes(), Bytes.wrap(new byte[80])));
        refuses(both.topic(), sent, Errors.CORRUPT_MESSAGE);
    }

    @Test
    void d44PayloadThatCannotBeReadIsInvalid_decision014() {
        String topic = both.topic();
        List<Bytes> unreadable = List.of(
                RawBatch.of(1, 2).in(GZIP).forged(batch -> batch.put(RawBatch.RECORDS, (byte) 3)),
                withAttributes(RawBatch.of(1, 2), 6),
                withAttributes(RawBatch.of(1, 2), 2),
                withAttributes(RawBatch.of(1, 2), 4));
        for (Bytes sent : unreadable) {
            assertThat(both.broker().produce(topic, sent).error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
            assertThat(both.tidemark().produce(topic, sent).error()).isEqualTo(Errors.INVALID_RECORD);
        }
    }

    @Test
    void d46ClientsMayNotWriteControlRecords() {
        refuses(both.topic(), withAttributes(RawBatch.of(1), 0x20), Errors.INVALID_RECORD);
    }

    @Test
    void headerThatMiscountsItsRecordsIsInvalid() {
        String topic = both.topic();
        for (Codec codec : List.of(Codec.UNCOMPRESSED, GZIP)) {
            for (int[] counts : new int[][] {{3, 1}, {3, 2}, {1, 0}, {0, 0}, {0, -1}, {-1, -2}, {2, -1}}) {
                Bytes sent = RawBatch.of(1, 2)
                        .in(codec)
                        .forged(batch -> batch.putInt(RawBatch.RECORD_COUNT, counts[0])
                                .putInt(RawBatch.LAST_OFFSET_DELTA, counts[1]));
                refuses(topic, sent, Errors.INVALID_RECORD);
            }
        }
    }

    @Test
    void d47OffsetDeltasMustCountUp_decision013() {
        String topic = both.topic();
        for (Integer[] deltas : new Integer[][] {{0, 0}, {0, 5}}) {
            Bytes sent = RawBatch.of(1, 2).deltas(deltas).bytes();
            assertThat(both.broker().produce(topic, sent).error()).isEqualTo(Errors.NONE);
            assertThat(both.tidemark().produce(topic, sent).error()).isEqualTo(Errors.INVALID_RECORD);
            Bytes compressed = RawBatch.of(1, 2).deltas(deltas).in(GZIP).bytes();
            assertThat(both.broker().produce(topic, compressed).error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
            assertThat(both.tidemark().produce(topic, compressed).error()).isEqualTo(Errors.INVALID_RECORD);
        }
    }

    @Test
    void d48AttributeBitsWithoutAMeaningAreRefused_decision013() {
        String topic = both.topic();
        for (int bit : new int[] {6, 7, 8, 15}) {
            Bytes sent = withAttributes(RawBatch.of(1), 1 << bit);
            assertThat(both.broker().produce(topic, sent).error()).isEqualTo(Errors.NONE);
            assertThat(both.tidemark().produce(topic, sent).error()).isEqualTo(Errors.INVALID_RECORD);
        }
    }

    @Test
    void d22AppendTimeIsNotTheClientsToSet() {
        String topic = both.topic("message.timestamp.type", "LogAppendTime");
        Bytes sent = withAttributes(RawBatch.of(1, 2), RawBatch.LOG_APPEND_TIME_BIT);
        assertThat(both.produce(topic, sent)).isEqualTo(Appended.refused(Errors.INVALID_TIMESTAMP, List.of(0, 1)));
    }

    @Test
    void d23AppendTimeIsNotTheClientsToSetOnACreateTimeTopicEither_decision013() {
        String topic = both.topic();
        Bytes sent = withAttributes(RawBatch.of(100, 200), RawBatch.LOG_APPEND_TIME_BIT);
        assertThat(both.broker().produce(topic, sent)).isEqualTo(Appended.at(0));
        assertThat(both.tidemark().produce(topic, sent))
                .isEqualTo(Appended.refused(Errors.INVALID_TIMESTAMP, List.of(0, 1)));
    }

    @Test
    void d49UnknownTopicOrPartitionIsRefusedAndTheOthersStand() {
        String topic = both.topic();
        Bytes batch = RawBatch.of(1).bytes();
        SortedMap<Integer, Bytes> request = new TreeMap<>(Map.of(0, batch, 1, batch));
        assertThat(both.produce(topic, request))
                .containsEntry(0, Appended.at(0))
                .containsEntry(1, Appended.refused(Errors.UNKNOWN_TOPIC_OR_PARTITION));
        refuses("nowhere", batch, Errors.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void d50SizeLimitIncludesItsValueAndComesBeforeTheChecksum() {
        Bytes batch = RawBatch.of(1).bytes();
        Bytes damaged = RawBatch.of(1).damaged(bytes -> bytes.putInt(RawBatch.CRC, 1));
        String fits = both.topic("max.message.bytes", Integer.toString(batch.size()));
        takes(fits, batch, 0);
        refuses(fits, damaged, Errors.CORRUPT_MESSAGE);
        takes(both.topic("max.message.bytes", Integer.toString(batch.size() + 1)), batch, 0);
        String tooSmall = both.topic("max.message.bytes", Integer.toString(batch.size() - 1));
        refuses(tooSmall, batch, Errors.MESSAGE_TOO_LARGE);
        refuses(tooSmall, damaged, Errors.MESSAGE_TOO_LARGE);
    }

    @Test
    void sizeLimitHoldsForWhatIsStored() {
        String topic = both.topic("max.message.bytes", "120", "compression.type", "uncompressed");
        Bytes small = RawBatch.of(1, 2, 3).valued("a".repeat(300)).in(GZIP).bytes();
        assertThat(small.size()).isLessThanOrEqualTo(120);
        refuses(topic, small, Errors.MESSAGE_TOO_LARGE);
    }

    @Test
    void d52EveryRecordOutOfTheTimeRangeIsNamed() {
        String topic =
                both.topic("message.timestamp.before.max.ms", "1000000", "message.timestamp.after.max.ms", "1000000");
        long now = both.nowMs();
        Bytes sent = RawBatch.of(now - 1_100_000, now, now + 1_100_000).bytes();
        assertThat(both.produce(topic, sent)).isEqualTo(Appended.refused(Errors.INVALID_TIMESTAMP, List.of(0, 2)));
        takes(topic, RawBatch.of(-1).bytes(), 0);
    }

    @Test
    void d53AnHourAheadIsTheDefaultLimitAndThereIsNoneBehind() {
        String topic = both.topic();
        long now = both.nowMs();
        refuses(topic, RawBatch.of(now + 61 * 60_000L).bytes(), Errors.INVALID_TIMESTAMP, 0);
        takes(topic, RawBatch.of(now + 59 * 60_000L).bytes(), 0);
        takes(topic, RawBatch.of(0).bytes(), 1);
        takes(topic, RawBatch.of(-2).bytes(), 2);
        for (long extreme : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
            refuses(topic, RawBatch.of(extreme).bytes(), Errors.INVALID_TIMESTAMP, 0);
        }
    }

    @Test
    void d54AppendTimeTopicsTakeAnyTime() {
        String topic = both.topic("message.timestamp.type", "LogAppendTime", "message.timestamp.before.max.ms", "1000");
        assertThat(both.produce(topic, RawBatch.of(5).bytes()).error()).isEqualTo(Errors.NONE);
        assertThat(both.produce(topic, RawBatch.of(-7, -100).bytes()).error()).isEqualTo(Errors.NONE);
        assertThat(both.fetch(topic, 0, 0, 1_000).batches()).hasSize(2);
    }

    @Test
    void d55CompactedTopicsNeedAKeyAndTakeAnEmptyOne() {
        String topic = both.topic("cleanup.policy", "compact");
        for (Codec codec : List.of(Codec.UNCOMPRESSED, GZIP)) {
            Bytes sent = RawBatch.of(1, 2, 3).keyed(null, "k", null).in(codec).bytes();
            refuses(topic, sent, Errors.INVALID_RECORD, 0, 2);
        }
        takes(topic, RawBatch.of(1).keyed("").bytes(), 0);
    }

    @Test
    void d56TimestampErrorOutweighsAMissingKey() {
        String topic = both.topic("cleanup.policy", "compact", "message.timestamp.before.max.ms", "1000");
        Bytes sent = RawBatch.of(both.nowMs(), 5).keyed(null, "k").bytes();
        refuses(topic, sent, Errors.INVALID_TIMESTAMP, 0, 1);
    }

    @Test
    void d57EveryRecordAtFaultIsNamed() {
        String topic = both.topic("cleanup.policy", "compact");
        Bytes sent =
                RawBatch.of(1, 2, 3, 4, 5).keyed(null, null, null, null, null).bytes();
        refuses(topic, sent, Errors.INVALID_RECORD, 0, 1, 2, 3, 4);
    }

    @Test
    void d58TopicsCodecIsTheStoredOne() {
        RawBatch raw = RawBatch.of(7, 9, 8).valued("x".repeat(200));
        assertThat(storedAttributes("gzip", raw)).isEqualTo(GZIP_ATTRIBUTES);
        assertThat(storedAttributes("uncompressed", raw.in(GZIP))).isZero();
        assertThat(storedAttributes("producer", raw.in(GZIP))).isEqualTo(GZIP_ATTRIBUTES);
    }

    @Test
    void everyCodecIsRewrittenIntoEveryOtherByteForByteAsABrokerDoes() {
        for (Codec target : Codec.values()) {
            String topic = both.topic("compression.type", target.configValue());
            for (Codec source : Codec.values()) {
                both.produce(
                        topic,
                        RawBatch.of(7, 9, 8)
                                .in(source)
                                .by(77, 0, sequenceIn(topic))
                                .bytes());
            }
            assertThat(both.fetch(topic, 0, 0, 100_000).batches()).hasSize(Codec.values().length);
        }
    }

    @Test
    void negativeTimesThatMustBeRewrittenAreRefused_decision014() {
        String topic = both.topic("compression.type", "gzip");
        Bytes sent = RawBatch.of(-5).bytes();
        assertThat(both.broker().produce(topic, sent).error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
        assertThat(both.tidemark().produce(topic, sent).error()).isEqualTo(Errors.INVALID_TIMESTAMP);
    }

    private int storedAttributes(String compressionType, RawBatch batch) {
        String topic = both.topic("compression.type", compressionType);
        takes(topic, batch.bytes(), 0);
        return both.fetch(topic, 0, 0, 100_000).batches().get(0).asByteBuffer().getShort(RawBatch.ATTRIBUTES);
    }

    private int sequenceIn(String topic) {
        return (int) both.listOffset(topic, -1).offset();
    }

    private void takes(String topic, Bytes sent, long baseOffset) {
        assertThat(both.produce(topic, sent)).isEqualTo(Appended.at(baseOffset));
    }

    private void refuses(String topic, Bytes sent, Errors error, Integer... recordErrors) {
        assertThat(both.produce(topic, sent)).isEqualTo(Appended.refused(error, Arrays.asList(recordErrors)));
    }

    private static Bytes withAttributes(RawBatch batch, int attributes) {
        return batch.forged(bytes -> bytes.putShort(RawBatch.ATTRIBUTES, (short) attributes));
    }
}
