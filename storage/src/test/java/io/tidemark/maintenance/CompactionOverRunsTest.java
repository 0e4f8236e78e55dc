package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.CompactionCursor;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.sweep.WatchedStores;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pass that one run has no time for goes on in the next ones. */
final class CompactionOverRunsTest {
    private static final ProducerEpoch FIRST = new ProducerEpoch(7, (short) 0);
    private static final int SMALL = 100;

    /** Time for the keys of two segments, and for going over some of sixteen. */
    @ParameterizedTest
    @CsvSource({"1, 18", "2, 18", "3, 20", "4, 25", "5, 30", "6, 40", "7, 60"})
    void aPassOverManyRunsLeavesWhatOneRunLeaves(long seed, int calls) {
        CompactedWorld one = ManySegments.filled(seed, 14, 2);
        BriefCompaction whole = new BriefCompaction(one);
        assertThat(whole.run(BriefCompaction.ENDLESS)).isInstanceOf(StepOutcome.Done.class);
        CompactedWorld other = ManySegments.filled(seed, 14, 2);
        BriefCompaction brief = new BriefCompaction(other);
        long end = other.offsets().merged();

        int runs = 1;
        for (; brief.run(calls) instanceof StepOutcome.Unfinished; runs++) {
            assertThat(other.offsets().cleaned()).isLessThan(end);
            other.assertExact("seed " + seed + ", run " + runs);
        }

        assertThat(runs).isGreaterThan(1);
        assertThat(other.offsets()).isEqualTo(one.offsets());
        assertThat(other.offsets().cleaned()).isEqualTo(end);
        assertThat(brief.left()).isEqualTo(whole.left());
        assertThat(brief.aborts()).isEqualTo(whole.aborts());
        assertThat(other.segments())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("object")
                .isEqualTo(one.segments());
        assertThat(brief.cursor()).as("nothing is left behind").isEmpty();
        CompactTransactionsTest.check(other, "seed " + seed + ", in the end");
    }

    /** Also the keys take several passes then, for want of time or of room. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1000000", "2, 12, 100", "3, 17, 1000000", "4, 25, 1000"})
    void howeverLittleTimeThereIsTheSameRecordsAreLeft(long seed, int calls, int mapSizeBytes) {
        CompactedWorld one = ManySegments.filled(seed, 3, 7);
        BriefCompaction whole = new BriefCompaction(one);
        whole.runToTheEnd(BriefCompaction.ENDLESS);
        CompactedWorld other = ManySegments.filled(seed, 3, 7);
        BriefCompaction brief = new BriefCompaction(other, mapSizeBytes);

        int runs = brief.runToTheEnd(calls);

        assertThat(runs).isGreaterThan(1);
        assertThat(other.offsets()).isEqualTo(one.offsets());
        assertThat(records(other)).isEqualTo(records(one));
        CompactTransactionsTest.check(other, "seed " + seed + ", in the end");
    }

    @Test
    void everyRunGoesOverASegmentAtLeast() {
        CompactedWorld compacted = ManySegments.world(20);
        for (int i = 0; i < 4; i++) {
            compacted.append("k" + i + "=a@100", "j=a@100");
            compacted.merge();
        }
        compacted.compact();
        compacted.append("k1=b@101");
        compacted.merge();
        BriefCompaction brief = new BriefCompaction(compacted);
        List<Long> ends = compacted.segments().stream()
                .map(segment -> segment.lastOffset() + 1)
                .toList();

        for (long end : ends.subList(0, 4)) {
            assertThat(brief.run(1)).isInstanceOf(StepOutcome.Unfinished.class);
            assertThat(brief.cursor().map(CompactionCursor::next)).contains(end);
        }
        assertThat(brief.run(1)).isInstanceOf(StepOutcome.Done.class);
        assertThat(compacted.offsets().cleaned()).isEqualTo(ends.get(4));
        assertThat(brief.run(1)).isInstanceOf(StepOutcome.Idle.class);
    }

    /** A run has time for 48 store calls then. */
    @Test
    void theScheduleAloneBringsAPassToItsEnd() {
        CompactedWorld compacted = ManySegments.filled(19, 14, 2);
        long end = compacted.offsets().merged();
        int runs = 0;
        for (; compacted.offsets().cleaned() < end; runs++) {
            assertThat(runs).isLessThan(16);
            WatchedStores slow = new WatchedStores(compacted.world.store)
                    .beforeEach(call -> compacted.world.passes(Duration.ofSeconds(10)));
            MaintenanceReport report = compacted.runAllDue(slow);
            assertThat(report.failed()).isEmpty();
            assertThat(report.skipped()).isEmpty();
        }

        assertThat(runs).isGreaterThan(1);
        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
        compacted.assertSound("by the schedule");
    }

    /** Its records are left behind in a segment that an earlier run went over. */
    @Test
    void aMarkerStaysAsItIsWhileItsRecordsDo() {
        CompactedWorld compacted = ManySegments.world(21);
        compacted.appendIn(FIRST, "k=a@100");
        compacted.merge();
        long commit = compacted.end(FIRST, true);
        compacted.append("j=b@101");
        compacted.merge();
        compacted.compact();
        compacted.append("j=c@102");
        compacted.merge();
        BriefCompaction brief = new BriefCompaction(compacted);

        brief.run(1);
        assertThat(brief.cursor().map(CompactionCursor::producers)).contains(Set.of(7L));
        brief.runToTheEnd(1);

        assertThat(brief.left())
                .filteredOn(left -> left.startsWith(commit + ".."))
                .singleElement()
                .asString()
                .contains("marker")
                .doesNotContain("horizon");
    }

    /** Of the pass of another map nothing is left; what it has made of the segments is. */
    @Test
    void aNoteOfAPassThatAnotherHasOvertakenIsNotHeeded() {
        CompactedWorld compacted = ManySegments.filled(22, 3, 3);
        BriefCompaction brief = new BriefCompaction(compacted);
        brief.run(1);
        CompactionCursor late = brief.cursor().orElseThrow();
        assertThat(new BriefCompaction(compacted, SMALL).run(BriefCompaction.ENDLESS))
                .isInstanceOf(StepOutcome.Done.class);
        compacted
                .world
                .store
                .items()
                .put(
                        CompactionCursor.key(compacted.partition),
                        withNext(late, compacted).encode(),
                        List.of());

        brief.runToTheEnd(BriefCompaction.ENDLESS);

        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
        assertThat(brief.cursor()).as("it goes with the next pass").isEmpty();
        compacted.assertSound("overtaken");
    }

    /** As if it had gone over everything. */
    private static CompactionCursor withNext(CompactionCursor cursor, CompactedWorld compacted) {
        return new CompactionCursor(
                cursor.cleaned(), cursor.mappedTo(), compacted.offsets().merged(), cursor.producers());
    }

    /** A function with less memory: the pass ends before where it has gone over segments already. */
    @Test
    void aSmallerMapEndsThePassSooner() {
        CompactedWorld compacted = ManySegments.world(23);
        for (int i = 0; i < 13; i++) {
            compacted.append("a" + i + "=1@" + i, "b" + i + "=2@" + i);
            compacted.merge();
            if (i == 8) {
                compacted.compact();
            }
        }
        BriefCompaction small = new BriefCompaction(compacted, 48);
        long cleaned = compacted.offsets().cleaned();
        do {
            assertThat(new BriefCompaction(compacted).run(18)).isInstanceOf(StepOutcome.Unfinished.class);
        } while (small.cursor().orElseThrow().next() <= cleaned + 2);
        long next = small.cursor().orElseThrow().next();

        assertThat(small.run(BriefCompaction.ENDLESS)).isInstanceOf(StepOutcome.Done.class);
        assertThat(compacted.offsets().cleaned()).isGreaterThan(cleaned).isLessThan(next);
        small.runToTheEnd(40);

        assertThat(compacted.offsets().cleaned()).isEqualTo(compacted.offsets().merged());
        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
        compacted.assertSound("with a smaller map");
    }

    @Test
    void whatIsMergedMeanwhileIsTheNextPasss() {
        CompactedWorld compacted = ManySegments.filled(24, 4, 2);
        BriefCompaction brief = new BriefCompaction(compacted);
        long mapped = compacted.offsets().merged();
        assertThat(brief.run(20)).isInstanceOf(StepOutcome.Unfinished.class);
        assertThat(brief.cursor().map(CompactionCursor::mappedTo)).contains(mapped);
        for (int i = 0; i < 8; i++) {
            compacted.append("k" + i + "=merged meanwhile@" + i);
        }
        compacted.merge();

        assertThat(brief.run(BriefCompaction.ENDLESS))
                .isInstanceOfSatisfying(
                        StepOutcome.Done.class, done -> assertThat(done.more()).isTrue());
        assertThat(compacted.offsets().cleaned()).isEqualTo(mapped);
        brief.runToTheEnd(BriefCompaction.ENDLESS);
        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
        compacted.assertSound("merged meanwhile");
    }

    /** Between two runs no topic with another policy is compacted, and it goes on when it is one again. */
    @Test
    void aChangeOfPolicyOrLagMeanwhileDoesNoHarm() {
        CompactedWorld compacted = ManySegments.filled(25, 4, 2);
        BriefCompaction brief = new BriefCompaction(compacted);
        assertThat(brief.run(20)).isInstanceOf(StepOutcome.Unfinished.class);
        compacted.setPolicy("delete");
        assertThat(compacted.compact().done()).isEmpty();
        compacted.append("=keyless@1");
        compacted.append("k1=newer@2");
        compacted.merge();
        compacted.setPolicy("compact");
        assertThat(brief.cursor()).isPresent();

        assertThat(compacted.compact().done()).containsEntry(StepName.COMPACT, 2);

        assertThat(keysLeft(compacted)).doesNotHaveDuplicates().doesNotContain(Optional.empty());
        compacted.assertSound("compacted again");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 30, 1_000})
    void aLogStartThatMovesIntoWhatWasGoneOverOrMappedDoesNoHarm(int behindTheCursor) {
        CompactedWorld compacted = ManySegments.filled(26, 4, 3);
        BriefCompaction brief = new BriefCompaction(compacted);
        assertThat(brief.run(22)).isInstanceOf(StepOutcome.Unfinished.class);
        long next = brief.cursor().orElseThrow().next();
        compacted.deleteBefore(
                Math.min(next + behindTheCursor, compacted.offsets().high()));
        compacted.run(EnumSet.of(StepName.REMOVE));

        brief.runToTheEnd(3);

        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
        CompactTransactionsTest.check(
                compacted, "log start " + compacted.offsets().low());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void nothingIsLostOrComesBackWhateverIsDoneBetweenTheRuns(long seed) {
        Random random = new Random(seed);
        CompactedWorld compacted = ManySegments.world(seed);
        ManySegments log = new ManySegments(random, compacted);
        for (int i = 0; i < 140; i++) {
            switch (random.nextInt(16)) {
                case 0, 1 -> compacted.merge();
                case 2 ->
                    compacted.deleteBefore(compacted.offsets().low()
                            + random.nextInt(1 + (int) compacted.offsets().high() / 10));
                case 3 -> compacted.run(EnumSet.of(StepName.REMOVE, StepName.REBUILD_INDEX, StepName.RETENTION));
                case 4, 5, 6 -> {
                    new BriefCompaction(compacted, random.nextBoolean() ? SMALL : 1 << 20).run(random.nextInt(30));
                    CompactTransactionsTest.check(compacted, "seed " + seed + ", step " + i);
                }
                default -> log.append(i);
            }
        }
        log.endAll();
        compacted.merge();
        new BriefCompaction(compacted).runToTheEnd(15);

        CompactTransactionsTest.check(compacted, "seed " + seed + ", in the end");
        assertThat(keysLeft(compacted)).doesNotHaveDuplicates();
    }

    private static List<LogRecord> records(CompactedWorld compacted) {
        return compacted.fetchAll(compacted.offsets().low(), 1 << 20);
    }

    private static List<Optional<Bytes>> keysLeft(CompactedWorld compacted) {
        Set<Long> there = Set.copyOf(compacted.offsetsThere());
        return records(compacted).stream()
                .filter(record -> there.contains(record.offset()))
                .map(LogRecord::key)
                .toList();
    }
}
