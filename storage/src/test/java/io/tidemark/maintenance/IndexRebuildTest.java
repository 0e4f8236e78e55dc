package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.partition.LogStart;
import io.tidemark.store.ForwardingItemStore;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.store.metered.StoreReading;
import io.tidemark.sweep.SweepWorld;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the index is built anew, how far a build comes in its time, and what is left of the versions before. */
final class IndexRebuildTest {
    private static final Duration FAR = Duration.ofDays(400);
    private static final int UNITS = 12;

    /** The largest timestamp is in the first unit, so none behind it has an entry. */
    private static LongLog lateFirst() {
        LongLog log = new LongLog(0, 0);
        log.page(SweepWorld.START.plus(FAR).toEpochMilli());
        for (int i = 0; i < UNITS; i++) {
            log.page(LongLog.timestampMs(i + 1));
        }
        return log;
    }

    private static Clock clock(InstantSource source) {
        return source.withZone(ZoneOffset.UTC);
    }

    private static IndexRebuild rebuild(LongLog log) {
        return new IndexRebuild(log.items(), clock(log.world.world::now));
    }

    /** One whose time is over when it has looked at so many units. */
    private static StepOutcome runOver(LongLog log, int units) {
        Instant end = log.world.world.now().plusSeconds(1);
        int[] readings = {0};
        // once when it begins
        Clock clock = clock(() -> readings[0]++ > units ? end : log.world.world.now());
        Job job = new Job(log.world.topic, log.world.partition, log.head(), log.world.world.now(), end);
        return new IndexRebuild(log.items(), clock).run(job);
    }

    private static List<IndexEntry> expected(int from, int units, long since) {
        List<IndexEntry> entries = new ArrayList<>();
        for (int unit = from; unit < units; unit++) {
            long before = unit == from ? -1 : LongLog.timestampMs(unit - 1);
            entries.add(new IndexEntry(LongLog.timestampMs(unit), LongLog.begin(unit), before, since));
        }
        return entries;
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "1, true"})
    void isDueWhenAllOfTheUnitThatSetTheMaximumLiesBelowTheLogStart(int beyond, boolean due) {
        LongLog log = lateFirst();
        log.set(Update.builder().set(Head.LOW, Value.of(LongLog.begin(1) + beyond)));

        StepOutcome outcome = log.world.run(rebuild(log), log.head());

        assertThat(outcome instanceof StepOutcome.Done).isEqualTo(due);
        assertThat(log.head().sealedMax().indexVersion()).isEqualTo(due ? 2 : 1);
    }

    @Test
    void isDueWhereNoneIsInUse() {
        LongLog log = new LongLog(5, 5);
        log.set(Update.builder().set(Head.INDEX, Value.of(0)));

        log.world.run(rebuild(log), log.head());

        assertThat(log.head().sealedMax()).isEqualTo(new Head.SealedMax(LongLog.timestampMs(9), 1, 0));
        assertThat(log.entries(1)).isEqualTo(expected(0, 10, 0));
    }

    /** A run that stopped behind the switch has not removed what the build was due for. */
    @Test
    void isNotDueOnceMoreForWhatItWasBuiltWithout() {
        LongLog log = lateFirst();
        log.moveLow(1);
        log.world.run(rebuild(log), log.head());

        assertThat(log.world.run(rebuild(log), log.head())).isEqualTo(StepOutcome.idle());

        log.moveLow(2);
        assertThat(log.world.run(rebuild(log), log.head())).isEqualTo(StepOutcome.idle());
    }

    /** Otherwise the removal that comes next would take away what tells of it. */
    @Test
    void isDueOnceMoreWhereTheLogStartPassedTheMaximumDuringTheBuild() {
        LongLog log = new LongLog(0, 0);
        log.page(SweepWorld.START.plus(FAR).toEpochMilli());
        log.page(SweepWorld.START.plus(FAR).toEpochMilli() - 1);
        for (int i = 2; i < UNITS; i++) {
            log.page(LongLog.timestampMs(i));
        }
        log.moveLow(1);
        boolean[] moved = {false};
        ItemStore items = new ForwardingItemStore(log.plain()) {
            @Override
            public WriteOutcome update(ItemKey key, Update update) {
                if (!moved[0]) {
                    moved[0] = true;
                    log.moveLow(2);
                }
                return super.update(key, update);
            }
        };

        SweepWorld world = log.world.world;
        new Maintenance(world.store.objects(), items, world.environment())
                .run(new MaintenanceRequest(
                        Duration.ofMinutes(1),
                        Set.of(StepName.REBUILD_INDEX, StepName.REMOVE),
                        Set.of(log.world.topic.name())));

        assertThat(log.head().sealedMax())
                .isEqualTo(new Head.SealedMax(LongLog.timestampMs(UNITS - 1), 3, LongLog.begin(2)));
    }

    /** Its maximum was forgotten with the log start's move. */
    @Test
    void isNotDueForWhatALogStartThatPassedEverythingHasLeft() {
        LongLog log = lateFirst();
        log.set(LogStart.move(log.head(), log.head().offsets().high()));
        log.page(LongLog.timestampMs(1));
        log.page(LongLog.timestampMs(2));
        log.moveLow(UNITS + 2);

        assertThat(log.world.run(rebuild(log), log.head())).isEqualTo(StepOutcome.idle());

        log.moveLow(UNITS + 3);
        assertThat(log.world.run(rebuild(log), log.head())).isInstanceOf(StepOutcome.Done.class);
    }

    @Test
    void whetherItIsDueIsReadFromWhatIsAboutToBeRemoved() {
        LongLog log = new LongLog(150, 150);
        log.moveLow(4);

        assertThat(log.costOf(rebuild(log)).itemReads().returned()).isEqualTo(4);

        log.moveLow(153);
        assertThat(log.costOf(rebuild(log)).itemReads().returned()).isEqualTo(153);
    }

    @Test
    void theNewVersionHasAnEntryForEachUnitThatRaisesTheMaximumAndTheOldOneGoes() {
        LongLog log = lateFirst();
        log.moveLow(1);

        log.world.run(rebuild(log), log.head());

        assertThat(log.head().sealedMax())
                .isEqualTo(new Head.SealedMax(LongLog.timestampMs(UNITS), 2, LongLog.begin(1)));
        assertThat(log.entries(2)).isEqualTo(expected(1, UNITS + 1, LongLog.begin(1)));
        assertThat(log.entries(1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, UNITS - 1})
    void aBuildWhoseTimeIsOverIsGoneOnWithByTheNext(int units) {
        LongLog log = lateFirst();
        log.moveLow(1);
        Head before = log.head();

        assertThat(runOver(log, units)).isInstanceOf(StepOutcome.Unfinished.class);
        assertThat(log.head()).as("nothing of it counts").isEqualTo(before);
        assertThat(log.entries(1)).hasSize(1);
        assertThat(log.entries(2)).isEqualTo(expected(1, units + 1, LongLog.begin(1)));

        StoreReading cost = log.costOf(rebuild(log));
        assertThat(cost.itemWrites().puts()).isEqualTo(units < 2 ? UNITS : UNITS - units);
        assertThat(log.entries(2)).isEqualTo(expected(1, UNITS + 1, LongLog.begin(1)));
        assertThat(log.entries(1)).isEmpty();
        assertThat(log.head().sealedMax())
                .isEqualTo(new Head.SealedMax(LongLog.timestampMs(UNITS), 2, LongLog.begin(1)));
    }

    @Test
    void aBuildThatHadAllItsTimeButOneUnitsIsGoneOnWithOverSeveralRuns() {
        LongLog log = lateFirst();
        log.moveLow(1);
        int runs = 0;
        // each looks once more at the unit where the one before stopped
        while (runOver(log, 3) instanceof StepOutcome.Unfinished) {
            runs++;
            assertThat(runs).isLessThan(UNITS);
        }

        assertThat(runs).isGreaterThan(2);
        assertThat(log.entries(2)).isEqualTo(expected(1, UNITS + 1, LongLog.begin(1)));
    }

    /** What a build has found below the log start is of no use to one that begins above. */
    @Test
    void aBuildBeginsAnewWhereTheLogStartHasPassedAllThatWasBuilt() {
        LongLog log = lateFirst();
        log.moveLow(1);
        runOver(log, 2);
        log.moveLow(4);

        log.world.run(rebuild(log), log.head());

        assertThat(log.head().sealedMax())
                .isEqualTo(new Head.SealedMax(LongLog.timestampMs(UNITS), 2, LongLog.begin(4)));
        assertThat(log.entries(2).subList(0, 2)).allMatch(left -> left.offset() < LongLog.begin(4));
        assertThat(log.entries(2).subList(2, UNITS - 1)).isEqualTo(expected(4, UNITS + 1, LongLog.begin(4)));

        log.world.run(new Remove(log.items()), log.head());
        assertThat(log.entries(2))
                .as("and they go, as does the one at the log start")
                .isEqualTo(expected(4, UNITS + 1, LongLog.begin(4)).subList(1, UNITS - 3));
    }

    /** Times have begun anew since: a maximum of before would keep them out of the index. */
    @Test
    void aBuildDoesNotGoOnBehindALogStartThatPassedEverything() {
        LongLog log = lateFirst();
        log.moveLow(1);
        runOver(log, 2);
        log.set(LogStart.move(log.head(), log.head().offsets().high()));
        log.page(SweepWorld.START.plus(FAR).toEpochMilli());
        log.page(SweepWorld.START.toEpochMilli());
        log.moveLow(UNITS + 2);

        log.world.run(rebuild(log), log.head());

        assertThat(log.head().sealedMax())
                .isEqualTo(new Head.SealedMax(SweepWorld.START.toEpochMilli(), 2, LongLog.begin(UNITS + 2)));
    }

    /** A run that stops behind the switch leaves the entries of before, until the next build has come to its end. */
    @Test
    void entriesOfEveryVersionBeforeGoWithTheNextSwitch() {
        LongLog log = lateFirst();
        log.moveLow(1);
        log.set(Update.builder().set(Head.INDEX, Value.of(10)));
        IndexEntry left = new IndexEntry(LongLog.timestampMs(3), LongLog.begin(3), -1, 0);
        for (long version : List.of(1L, 2L, 9L, 10L, 12L, 110L)) {
            log.put(version, left);
        }

        log.world.run(rebuild(log), log.head());

        assertThat(log.head().sealedMax().indexVersion()).isEqualTo(11);
        for (long version : List.of(1L, 2L, 9L, 10L)) {
            assertThat(log.entries(version)).as("version %d", version).isEmpty();
        }
        for (long version : List.of(12L, 110L)) {
            assertThat(log.entries(version)).as("version %d", version).containsExactly(left);
        }
        assertThat(log.entries(11)).isEqualTo(expected(1, UNITS + 1, LongLog.begin(1)));
    }

    /** A round takes up what was sealed while the build was at work, and reads no more than that. */
    @Test
    void aFurtherRoundReadsWhatWasSealedSince() {
        LongLog log = new LongLog(150, 150);
        NextIndex next = new NextIndex(log.items(), log.world.partition, log.head());
        assertThat(next.extendTo(log.head(), () -> false)).isTrue();
        log.page(LongLog.timestampMs(300));
        log.page(LongLog.timestampMs(301));

        long returned = log.costOf(
                        () -> assertThat(next.extendTo(log.head(), () -> false)).isTrue())
                .itemReads()
                .returned();

        assertThat(returned).isEqualTo(2);
        assertThat(log.entries(2)).isEqualTo(expected(0, 302, 0));
    }
}
