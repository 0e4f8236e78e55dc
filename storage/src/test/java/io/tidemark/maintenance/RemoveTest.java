package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.partition.LogStart;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.metered.StoreReading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes with the log start's move, and what it costs to find it. */
final class RemoveTest {
    private static final int UNITS = 400;

    private static List<Long> offsets(LongLog log) {
        return log.entries(1).stream().map(IndexEntry::offset).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40, 150})
    void whatIsReadIsWhatGoesAndNotTheLog(int removed) {
        LongLog log = new LongLog(UNITS, 0);
        log.moveLow(removed);

        StoreReading cost = log.costOf(new Remove(log.items()));

        // segments and entries; the entry at the log start, once more as many entries, what the log begins with
        assertThat(cost.itemReads().returned()).isLessThanOrEqualTo(3L * removed + 4);
        assertThat(cost.itemWrites().deletes()).isEqualTo(2L * removed + 1);
        assertThat(offsets(log)).isEqualTo(LongLog.begins(removed + 1, UNITS));
    }

    @Test
    void pagesAreRemovedAtTheSameCost() {
        LongLog log = new LongLog(0, UNITS);
        log.moveLow(3);

        StoreReading cost = log.costOf(new Remove(log.items()));

        assertThat(cost.itemReads().returned()).isLessThanOrEqualTo(3L * 3 + 4);
        assertThat(offsets(log)).isEqualTo(LongLog.begins(4, UNITS));
    }

    @Test
    void mergedPagesThatWereLeftLeadToNoSearchForEntries() {
        LongLog log = new LongLog(0, UNITS);
        log.set(Update.builder().set(Head.MERGED, Value.of(LongLog.begin(2))));

        StoreReading cost = log.costOf(new Remove(log.items()));

        // the two pages, an entry more than those, and what the log begins with
        assertThat(cost.itemReads().returned()).isLessThanOrEqualTo(2 + 3 + 1);
        assertThat(offsets(log)).isEqualTo(LongLog.begins(1, UNITS));
    }

    /** Times begin anew behind a log start that passed everything, below those of older entries. */
    @Test
    void entriesFromBeforeTheLogStartPassedEverythingGoFromBetweenYoungerOnes() {
        LongLog log = new LongLog(0, 5);
        log.set(LogStart.move(log.head(), LongLog.begin(5)));
        log.page(LongLog.timestampMs(1) + 1);
        log.page(LongLog.timestampMs(3) + 1);
        log.page(LongLog.timestampMs(9));
        log.moveLow(6);
        assertThat(offsets(log)).isEqualTo(List.of(0L, 10L, 50L, 20L, 30L, 60L, 40L, 70L));

        StepOutcome outcome = log.world.run(new Remove(log.items()), log.head());

        assertThat(outcome).isInstanceOf(StepOutcome.Done.class);
        assertThat(offsets(log)).containsExactly(70L);
    }

    /** A seal stalled before it put its entry, and goes on when its page is long gone. */
    @Test
    void anEntryThatComesLateGoesWhenNothingBeforeItStays() {
        LongLog log = new LongLog(0, 5);
        log.set(LogStart.move(log.head(), LongLog.begin(5)));
        log.world.run(new Remove(log.items()), log.head());
        log.page(LongLog.timestampMs(1));
        log.page(LongLog.timestampMs(3));
        log.page(LongLog.timestampMs(4));
        IndexEntry late = new IndexEntry(LongLog.timestampMs(2), 20, LongLog.timestampMs(1), 0);
        log.put(1, late);
        log.moveLow(5);

        log.world.run(new Remove(log.items()), log.head());
        assertThat(log.entries(1))
                .as("nothing was removed, so nothing is looked at")
                .contains(late);

        log.moveLow(6);
        log.world.run(new Remove(log.items()), log.head());
        assertThat(offsets(log)).containsExactly(70L);
    }

    @Test
    void whatABrokenOffRemovalHasLeftIsTakenByTheNext() {
        LongLog log = new LongLog(UNITS, 0);
        log.moveLow(5);
        log.world.run(new Remove(log.items()), log.head());
        for (int unit = 0; unit < 5; unit++) {
            log.put(
                    1,
                    new IndexEntry(LongLog.timestampMs(unit), LongLog.begin(unit), LongLog.timestampMs(unit - 1), 0));
        }
        log.moveLow(6);

        log.world.run(new Remove(log.items()), log.head());

        assertThat(offsets(log)).isEqualTo(LongLog.begins(7, UNITS));
    }

    @Test
    void whereNothingLiesBelowTheLogStartNothingIsReturned() {
        LongLog log = new LongLog(UNITS, 50);
        log.moveLow(7);
        log.world.run(new Remove(log.items()), log.head());

        StoreReading cost = log.costOf(new Remove(log.items()));

        assertThat(cost.itemReads().returned()).isZero();
        assertThat(cost.itemReads().queries()).isLessThanOrEqualTo(2);
        assertThat(cost.itemWrites().requests()).isZero();
    }
}
