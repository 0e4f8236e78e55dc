package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.LogRecord;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.WatchedStores;
import io.tidemark.sweep.WatchedStores.Stop;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that goes on with a pass stops at each store call in turn, before the call takes effect or after it, or somebody
 * else works on the partition before that call. Nothing is lost or wrong then, and the next runs end what was begun.
 */
final class CompactionOverRunsStopTest {
    /** Enough for a part of the pass; the first run and the one that stops have it. */
    private static final int SOME = 19;

    /** The run that goes on. */
    enum Run {
        THAT_NOTES_AGAIN(SOME),
        THAT_COMMITS(BriefCompaction.ENDLESS);

        private final int calls;

        Run(int calls) {
            this.calls = calls;
        }
    }

    /** Another compaction, with less time or a smaller map. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Beside {
        ONE_THAT_NOTES(compacted -> new BriefCompaction(compacted).run(SOME)),
        ONE_WITH_A_SMALL_MAP(compacted -> new BriefCompaction(compacted, 100).run(BriefCompaction.ENDLESS)),
        ONE_WITH_A_SMALL_MAP_THAT_NOTES(compacted -> new BriefCompaction(compacted, 100).run(1)),
        ONE_WITH_A_LARGER_MAP(compacted -> {
            for (int i = 0; i < 16; i++) {
                compacted.append("k" + i % 8 + "@" + i);
            }
            compacted.run(EnumSet.of(StepName.SEAL, StepName.MERGE));
            new BriefCompaction(compacted).run(SOME);
        });

        private final Consumer<CompactedWorld> action;

        Beside(Consumer<CompactedWorld> action) {
            this.action = action;
        }
    }

    static Stream<Arguments> stops() {
        return Stream.of(Run.values()).flatMap(run -> Stream.of(Stop.values()).map(stop -> Arguments.of(run, stop)));
    }

    @ParameterizedTest
    @MethodSource("stops")
    void aRunThatStoppedAtAnyCallIsEndedByTheNext(Run run, Stop stop) {
        int calls = callsOf(run);
        for (int at = 1; at <= calls; at++) {
            String where = run + ", " + stop + " call " + at + " of " + calls;
            CompactedWorld compacted = begun(at);
            WatchedStores stopping = new WatchedStores(compacted.world.store).stopAt(at, stop);
            try {
                new BriefCompaction(compacted).run(stopping, run.calls, call -> {});
            } catch (StoreUnavailableException stopped) {
                assertThat(stopping.calls()).as(where).isGreaterThanOrEqualTo(at);
            }
            assertIsSoundAndEnds(compacted, at, where);
        }
    }

    @ParameterizedTest
    @EnumSource(CompactionStopTest.Other.class)
    @SuppressWarnings("EnumOrdinal") // it only spreads the others
    void whateverOthersDoNothingIsLostOrComesBack(CompactionStopTest.Other other) {
        eachThirdCall(other.ordinal(), other.toString(), other.action);
    }

    @ParameterizedTest
    @EnumSource(Beside.class)
    @SuppressWarnings("EnumOrdinal") // it only spreads the others
    void whoeverCompactsAtTheSameTimeNothingIsLostOrComesBack(Beside other) {
        eachThirdCall(other.ordinal(), other.toString(), other.action);
    }

    private static void eachThirdCall(int from, String what, Consumer<CompactedWorld> other) {
        for (Run run : Run.values()) {
            int calls = callsOf(run);
            for (int at = 1 + from % 3; at <= calls; at += 3) {
                String where = run + ", " + what + " before call " + at + " of " + calls;
                CompactedWorld compacted = begun(at);
                int atCall = at;
                new BriefCompaction(compacted).run(new WatchedStores(compacted.world.store), run.calls, call -> {
                    if (call == atCall) {
                        other.accept(compacted);
                    }
                });
                assertIsSoundAndEnds(compacted, at, where);
            }
        }
    }

    private static void assertIsSoundAndEnds(CompactedWorld compacted, int at, String where) {
        compacted.assertExact(where);
        if (at % 4 == 0) {
            compacted.assertAudited(where);
        }
        compacted.world.passes(CompactedWorld.DAY.plusHours(1));
        for (int run = 0; run < 2; run++) {
            compacted.run(EnumSet.of(StepName.SEAL, StepName.MERGE));
            new BriefCompaction(compacted).runToTheEnd(SOME);
            compacted.world.passes(CompactedWorld.DAY.plusHours(1));
        }
        CompactTransactionsTest.check(compacted, where + ", in the end");
        assertThat(Math.max(compacted.offsets().low(), compacted.offsets().cleaned()))
                .as(where)
                .isEqualTo(compacted.offsets().high());
        Set<Long> there = Set.copyOf(compacted.offsetsThere());
        assertThat(compacted.fetchAll(compacted.offsets().low(), 1 << 20))
                .as(where)
                .filteredOn(record -> there.contains(record.offset()))
                .extracting(LogRecord::key)
                .doesNotHaveDuplicates();
    }

    private static int callsOf(Run run) {
        CompactedWorld compacted = begun(1);
        WatchedStores watched = new WatchedStores(compacted.world.store);
        StepOutcome outcome = new BriefCompaction(compacted).run(watched, run.calls, call -> {});
        assertThat(outcome)
                .isInstanceOf(run == Run.THAT_COMMITS ? StepOutcome.Done.class : StepOutcome.Unfinished.class);
        return watched.calls();
    }

    /** A pass over four compacted segments and two that are not, of which a run has done some. */
    private static CompactedWorld begun(long seed) {
        CompactedWorld compacted = ManySegments.filled(seed, 4, 2);
        assertThat(new BriefCompaction(compacted).run(SOME)).isInstanceOf(StepOutcome.Unfinished.class);
        return compacted;
    }
}
