package io.tidemark.log;

import static io.tidemark.log.LookupFixture.MAX_TIMESTAMP;
import static io.tidemark.log.LookupFixture.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.TimedOffset;
import io.tidemark.store.ItemKey;
import io.tidemark.store.SilentLog;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Crc32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lookups by time, in the shapes that time indexes get wrong. */
class TimeLookupTest {
    private static final int MAX_TIMESTAMP_POSITION = 35;
    private static final int CRC_POSITION = 17;
    private static final int ATTRIBUTES_POSITION = 21;
    private static final int RECORDS_POSITION = 61;
    private static final int BATCHES_OF_A_PAGE = 16;

    /** Tells each damaged batch with its trace, which here is what is wanted. */
    @RegisterExtension
    static final SilentLog EDGE = SilentLog.of("io.tidemark.partition.PartitionEdge");

    private final LookupFixture log = new LookupFixture();

    /** Where the batches of a case stand when they are looked up. */
    private enum Place {
        TAIL,
        PAGES
    }

    /**
     * Five batches of ten records each. Their times: 1000 to 1009; 1005 to 1014, overlapping the first; 900 to 909, out
     * of order; 1020 down to 1011; 1015 for all.
     */
    private void fiveBatches(Place place) {
        log.append(times(1000, 1));
        log.append(times(1005, 1));
        log.append(times(900, 1));
        log.append(times(1020, -1));
        log.append(times(1015, 0));
        settle(place);
    }

    @ParameterizedTest
    @EnumSource
    void overlappingAndDisorderedBatchesAnswerTheFirstRecordInOffsetOrder(Place place) {
        fiveBatches(place);
        assertThat(log.at(1)).contains(new TimedOffset(0, 1000));
        assertThat(log.at(905)).contains(new TimedOffset(0, 1000));
        assertThat(log.at(1000)).contains(new TimedOffset(0, 1000));
        assertThat(log.at(1009)).contains(new TimedOffset(9, 1009));
        assertThat(log.at(1010)).contains(new TimedOffset(15, 1010));
        assertThat(log.at(1014)).contains(new TimedOffset(19, 1014));
        assertThat(log.at(1015)).contains(new TimedOffset(30, 1020));
        assertThat(log.at(1020)).contains(new TimedOffset(30, 1020));
        assertThat(log.at(1021)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(30, 1020));
    }

    @ParameterizedTest
    @EnumSource
    void deletedRecordsDoNotAnswerAndTheOthersGoOn(Place place) {
        fiveBatches(place);
        log.deleteUpTo(12);
        assertThat(log.at(1)).contains(new TimedOffset(12, 1007));
        assertThat(log.at(1000)).contains(new TimedOffset(12, 1007));
        assertThat(log.at(1009)).contains(new TimedOffset(14, 1009));
        assertThat(log.at(1015)).contains(new TimedOffset(30, 1020));
        log.deleteUpTo(31);
        assertThat(log.at(1)).contains(new TimedOffset(31, 1019));
        assertThat(log.at(1012)).contains(new TimedOffset(31, 1019));
        assertThat(log.at(1020)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(31, 1019));
        log.deleteUpTo(36);
        assertThat(log.at(1012)).contains(new TimedOffset(36, 1014));
        assertThat(log.at(1015)).contains(new TimedOffset(40, 1015));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(40, 1015));
    }

    @ParameterizedTest
    @EnumSource
    void firstOfTwoBatchesWithOneMaximumAnswers(Place place) {
        log.append(100, 300);
        log.append(300, 200);
        settle(place);
        assertThat(log.at(300)).contains(new TimedOffset(1, 300));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(1, 300));
        log.deleteUpTo(2);
        assertThat(log.at(250)).contains(new TimedOffset(2, 300));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(2, 300));
    }

    @ParameterizedTest
    @EnumSource
    void batchThatBeginsBelowTheTimeAndReachesItAnswers(Place place) {
        log.append(50);
        log.append(100, 199, 200, 150);
        log.append(250);
        settle(place);
        assertThat(log.at(150)).contains(new TimedOffset(2, 199));
        assertThat(log.at(200)).contains(new TimedOffset(3, 200));
        assertThat(log.at(201)).contains(new TimedOffset(5, 250));
    }

    @ParameterizedTest
    @EnumSource
    void middleEntryIsAnsweredExactlyAtItsTime(Place place) {
        log.append(100, 0);
        log.append(150, 0, 0);
        log.append(200);
        settle(place);
        assertThat(log.offsetAt(99)).isZero();
        assertThat(log.offsetAt(100)).isZero();
        assertThat(log.offsetAt(101)).isEqualTo(2);
        assertThat(log.offsetAt(149)).isEqualTo(2);
        assertThat(log.offsetAt(150)).isEqualTo(2);
        assertThat(log.offsetAt(151)).isEqualTo(5);
        assertThat(log.offsetAt(200)).isEqualTo(5);
        assertThat(log.offsetAt(201)).isEqualTo(-1);
    }

    @Test
    void timesOnAndBetweenTheEntriesOfThreePages() {
        pages(100, 150, 200);
        assertThat(log.indexEntries()).hasSize(3);
        assertThat(log.offsetAt(1)).isZero();
        assertThat(log.offsetAt(100)).isZero();
        assertThat(log.offsetAt(101)).isEqualTo(16);
        assertThat(log.offsetAt(150)).isEqualTo(16);
        assertThat(log.offsetAt(151)).isEqualTo(32);
        assertThat(log.offsetAt(200)).isEqualTo(32);
        assertThat(log.offsetAt(201)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void prunedIndexEntryChangesNoAnswer(int pruned) {
        pages(100, 150, 200);
        List<ItemKey> entries = log.indexEntries();
        log.prune(entries.get(pruned));
        assertThat(log.indexEntries()).hasSize(2);
        assertThat(log.offsetAt(100)).isZero();
        assertThat(log.offsetAt(101)).isEqualTo(16);
        assertThat(log.offsetAt(150)).isEqualTo(16);
        assertThat(log.offsetAt(151)).isEqualTo(32);
        assertThat(log.offsetAt(201)).isEqualTo(-1);
    }

    @Test
    void withoutAnyIndexEntryTheSearchBeginsAtTheLogStart() {
        pages(100, 150, 200);
        log.indexEntries().forEach(log::prune);
        log.deleteUpTo(1);
        assertThat(log.offsetAt(100)).isEqualTo(16);
        assertThat(log.offsetAt(151)).isEqualTo(32);
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(32, 200));
    }

    @Test
    void pagesWithFallingTimesAreFoundByTheFirstEntry() {
        pages(300, 200, 100);
        assertThat(log.indexEntries()).hasSize(1);
        assertThat(log.offsetAt(100)).isZero();
        log.deleteUpTo(1);
        assertThat(log.offsetAt(100)).isEqualTo(16);
        assertThat(log.offsetAt(200)).isEqualTo(16);
        assertThat(log.offsetAt(201)).isEqualTo(-1);
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(16, 200));
    }

    @ParameterizedTest
    @EnumSource
    void batchThatStraddlesTheLogStartAnswersFromThereOn(Place place) {
        log.append(500, 400, 300, 200);
        log.append(450);
        settle(place);
        log.deleteUpTo(1);
        assertThat(log.at(250)).contains(new TimedOffset(1, 400));
        assertThat(log.at(401)).contains(new TimedOffset(4, 450));
        assertThat(log.at(451)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(4, 450));
        log.deleteUpTo(3);
        assertThat(log.at(1)).contains(new TimedOffset(3, 200));
    }

    @ParameterizedTest
    @EnumSource
    void emptiedPartitionMatchesNothingAndThenItsOlderRefill(Place place) {
        log.append(1000, 2000);
        settle(place);
        long end = log.append(0, batch(Codec.UNCOMPRESSED, 3000)) + 1;
        log.deleteUpTo(end);
        assertThat(log.at(0)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).isEmpty();
        log.append(10, 30);
        log.append(20);
        assertThat(log.at(1)).contains(new TimedOffset(end, 10));
        assertThat(log.at(15)).contains(new TimedOffset(end + 1, 30));
        assertThat(log.at(31)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(end + 1, 30));
        settle(place);
        assertThat(log.at(15)).contains(new TimedOffset(end + 1, 30));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(end + 1, 30));
    }

    @ParameterizedTest
    @EnumSource
    void headerThatOverstatesItsMaximumDoesNotHideWhatFollows(Place place) {
        log.append(0, withMaximum(batch(Codec.UNCOMPRESSED, 100, 200), 999));
        log.append(300);
        settle(place);
        assertThat(log.at(201)).contains(new TimedOffset(2, 300));
        assertThat(log.at(301)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(2, 300));
    }

    @ParameterizedTest
    @EnumSource
    void headerThatUnderstatesItsMaximumHidesNothing(Place place) {
        log.append(0, withMaximum(batch(Codec.GZIP, 500, 600), 1));
        settle(place);
        assertThat(log.at(550)).contains(new TimedOffset(1, 600));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(1, 600));
    }

    @Test
    void recordsWithoutATimeMatchNoTimeAndAreTheMaximumOnlyAmongThemselves() {
        log.append(-1, -1);
        log.append(-1);
        assertThat(log.at(0)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(0, -1));
        log.append(-1, 7, -1);
        assertThat(log.at(0)).contains(new TimedOffset(4, 7));
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(4, 7));
        log.deleteUpTo(5);
        assertThat(log.at(0)).isEmpty();
        assertThat(log.at(MAX_TIMESTAMP)).contains(new TimedOffset(5, -1));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "GZIP"})
    void damagedBatchIsItsPartitionsErrorAndTheOtherPartitionAnswers(Codec codec) {
        Bytes victim = batch(codec, 300, 200);
        log.append(100);
        log.append(0, victim);
        log.append(400);
        log.append(1, batch(codec, 250));
        log.damage(victim, bytes -> {
            bytes[RECORDS_POSITION + 2] ^= 0x55;
            return bytes;
        });
        assertThat(log.bothAt(150)).containsExactly("CORRUPT_MESSAGE", "0");
        assertThat(log.bothAt(100)).containsExactly("0", "0");
        assertThat(log.bothAt(301)).containsExactly("3", "-1");
        assertThat(log.bothAt(MAX_TIMESTAMP)).containsExactly("3", "0");
    }

    @Test
    void objectThatEndsInsideABatchIsItsPartitionsError() {
        Bytes victim = batch(Codec.UNCOMPRESSED, 300, 200);
        log.append(0, victim);
        log.append(1, batch(Codec.UNCOMPRESSED, 250));
        log.damage(victim, bytes -> Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(log.bothAt(150)).containsExactly("CORRUPT_MESSAGE", "0");
    }

    /** One page for each time: its first batch has it, the others have time 0. */
    private void pages(long... timestampsMs) {
        for (long timestampMs : timestampsMs) {
            log.append(timestampMs);
            for (int i = 1; i < BATCHES_OF_A_PAGE; i++) {
                log.append(0);
            }
        }
    }

    private void settle(Place place) {
        if (place == Place.PAGES) {
            log.sealAll();
        }
    }

    private static long[] times(long firstMs, long stepMs) {
        return LongStream.range(0, 10).map(i -> firstMs + i * stepMs).toArray();
    }

    private static Bytes withMaximum(Bytes batch, long maximumMs) {
        byte[] bytes = batch.toByteArray();
        ByteBuffer.wrap(bytes).putLong(MAX_TIMESTAMP_POSITION, maximumMs);
        long crc = Crc32C.compute(bytes, ATTRIBUTES_POSITION, bytes.length - ATTRIBUTES_POSITION);
        ByteBuffer.wrap(bytes).putInt(CRC_POSITION, (int) crc);
        return Bytes.wrap(bytes);
    }
}
