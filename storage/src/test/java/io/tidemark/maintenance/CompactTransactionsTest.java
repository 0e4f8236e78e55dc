package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.CommittedReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompactTransactionsTest {
    private static final int A_LOT = 1 << 20;
    private static final ProducerEpoch FIRST = new ProducerEpoch(7, (short) 0);
    private static final ProducerEpoch SECOND = new ProducerEpoch(8, (short) 0);

    @Test
    void abortedRecordsGoAtOnceAndHideNothing() {
        CompactedWorld compacted = world(1);
        compacted.append("k=a@100");
        compacted.append("j=b@101");
        compacted.appendIn(FIRST, "k=undone@102");
        compacted.end(FIRST, false);
        compacted.merge();
        compacted.compact();

        assertThat(compacted.offsetsThere()).containsExactly(0L, 1L);
        compacted.assertSound("compacted");
    }

    /** The abort's marker is not merged, and the transaction is not the newest that was aborted. */
    @Test
    void aMarkerFarBehindTellsOfWhatIsAborted() {
        CompactedWorld compacted = world(2);
        compacted.append("k=a@100");
        compacted.appendIn(FIRST, "k=undone@102");
        compacted.merge();
        compacted.appendIn(SECOND, "j=undone@103");
        compacted.end(SECOND, false);
        compacted.end(FIRST, false);
        compacted.compact();

        assertThat(compacted.offsets().merged()).isEqualTo(2);
        assertThat(compacted.offsets().cleaned()).isEqualTo(2);
        assertThat(compacted.offsetsThere()).containsExactly(0L, 2L);
        compacted.assertSound("compacted");
        assertThat(consumeCommitted(compacted, A_LOT))
                .extracting(LogRecord::offset)
                .containsExactly(0L);
    }

    @Test
    void anOpenTransactionHoldsBackItsSegmentAndAllBehindIt() {
        CompactedWorld compacted = world(3);
        compacted.append("k=a@100");
        compacted.append("k=b@101");
        compacted.merge();
        compacted.append("k=c@102");
        compacted.appendIn(FIRST, "j=open@103");
        compacted.merge();
        compacted.append("k=d@104");
        compacted.merge();

        compacted.compact();
        assertThat(compacted.offsetsThere()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(compacted.offsets().cleaned()).isEqualTo(2);

        compacted.end(FIRST, true);
        compacted.compact();
        assertThat(compacted.offsetsThere()).containsExactly(3L, 4L);
        compacted.assertSound("committed");
    }

    @Test
    void aMarkerStaysWhileItsRecordsDoAndThenUntilItsHorizon() {
        CompactedWorld compacted = world(4);
        compacted.append("k=a@100");
        compacted.appendIn(FIRST, "k=undone@101");
        long abort = compacted.end(FIRST, false);
        compacted.appendIn(SECOND, "j=b@102");
        long commit = compacted.end(SECOND, true);

        dirtyAndCompact(compacted, "x=1@103");
        assertThat(markers(compacted)).containsExactly(abort + " unstamped", commit + " unstamped");
        assertThat(told(compacted)).isNotEmpty();
        assertThat(abortedAt(compacted, 0)).isNotEmpty();

        dirtyAndCompact(compacted, "x=2@104");
        assertThat(markers(compacted)).containsExactly(abort + " stamped", commit + " unstamped");
        assertThat(told(compacted)).as("it stands").isNotEmpty();

        dirtyAndCompact(compacted, "x=3@105");
        assertThat(markers(compacted)).containsExactly(commit + " unstamped");
        assertThat(told(compacted)).as("the marker went, and what told of it").isEmpty();

        dirtyAndCompact(compacted, "j=c@106");
        dirtyAndCompact(compacted, "x=4@107");
        assertThat(markers(compacted)).containsExactly(commit + " stamped");
        dirtyAndCompact(compacted, "x=5@108");
        assertThat(markers(compacted)).isEmpty();
        compacted.assertSound("no marker is left");
        assertThat(consumeCommitted(compacted, 0)).extracting(LogRecord::key).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void consumersGetWhatCountsWhateverIsOpenedEndedMergedAndCompacted(long seed) {
        Random random = new Random(seed);
        CompactedWorld compacted = world(seed);
        short[] epochs = new short[4];
        for (int i = 0; i < 120; i++) {
            String record =
                    "k" + random.nextInt(8) + (random.nextInt(5) == 0 ? "" : "=v" + i) + "@" + random.nextInt(500);
            int producer = random.nextInt(epochs.length);
            ProducerEpoch transaction = new ProducerEpoch(producer, epochs[producer]);
            switch (random.nextInt(14)) {
                case 12 ->
                    compacted.deleteBefore(compacted.offsets().low()
                            + random.nextInt(1 + (int) compacted.offsets().high() / 10));
                case 13 -> compacted.run(EnumSet.of(StepName.REMOVE, StepName.REBUILD_INDEX, StepName.RETENTION));
                case 0 -> compacted.merge();
                case 1 -> {
                    compacted.merge();
                    compacted.compact();
                    check(compacted, "seed " + seed + ", step " + i);
                }
                case 2, 3 -> {
                    if (compacted.open().contains(transaction)) {
                        compacted.end(transaction, random.nextBoolean());
                        epochs[producer]++;
                    }
                }
                case 4, 5, 6, 7 -> compacted.appendIn(transaction, record);
                default -> compacted.append(record);
            }
        }
        check(compacted, "seed " + seed + ", in the end");
    }

    /** Everything is exact, and a consumer gets what counts. */
    static void check(CompactedWorld compacted, String where) {
        compacted.assertSound(where);
        long stable = compacted.world.head(compacted.partition).lastStableOffset();
        for (int sizeBytes : new int[] {0, 200, A_LOT}) {
            List<LogRecord> consumed = consumeCommitted(compacted, sizeBytes);
            assertThat(consumed).as(where).noneMatch(compacted::wasUndone);
            assertThat(consumed)
                    .as(where)
                    .containsAll(compacted.mustBeThere().stream()
                            .filter(record -> record.offset() < stable)
                            .toList());
        }
    }

    /**
     * The records that a consumer under READ_COMMITTED gets up to the last stable offset, which leaves out what the
     * answers call aborted, as Kafka's does.
     */
    private static List<LogRecord> consumeCommitted(CompactedWorld compacted, int sizeBytes) {
        List<LogRecord> records = new ArrayList<>();
        long stable = compacted.world.head(compacted.partition).lastStableOffset();
        for (long next = compacted.offsets().low(); next < stable; ) {
            Fetched fetched = compacted.fetch(next, sizeBytes, IsolationLevel.READ_COMMITTED);
            records.addAll(CommittedReader.shown(fetched, next));
            assertThat(fetched.nextOffset()).isGreaterThan(next);
            next = fetched.nextOffset();
        }
        return records.stream()
                .filter(record -> record.offset() >= compacted.offsets().low())
                .toList();
    }

    private static CompactedWorld world(long seed) {
        return new CompactedWorld(seed, "min.cleanable.dirty.ratio", "0", "delete.retention.ms", "1000");
    }

    private static void dirtyAndCompact(CompactedWorld compacted, String record) {
        compacted.append(record);
        compacted.merge();
        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 1);
    }

    private static List<String> markers(CompactedWorld compacted) {
        return compacted.fetch(0, A_LOT).batches().stream()
                .filter(StoredBatch::isControl)
                .map(marker -> marker.baseOffset()
                        + marker.deleteHorizonMs().map(horizon -> " stamped").orElse(" unstamped"))
                .toList();
    }

    private static List<String> told(CompactedWorld compacted) {
        return compacted.world.items(compacted.partition).stream()
                .map(entry -> entry.key().sort())
                .filter(sort -> sort.startsWith("A#"))
                .toList();
    }

    private static List<Fetched.AbortedTransaction> abortedAt(CompactedWorld compacted, long offset) {
        return compacted.fetch(offset, A_LOT, IsolationLevel.READ_COMMITTED).abortedTransactions();
    }
}
