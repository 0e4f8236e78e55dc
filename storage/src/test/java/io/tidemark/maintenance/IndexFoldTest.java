package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of ten pages, the fourth to the sixth are merged. */
final class IndexFoldTest {
    private static final int PAGES = 10;
    private static final int FIRST = 3;
    private static final int LAST = 5;

    private final LongLog log = new LongLog(0, PAGES);
    private final List<IndexEntry> before = log.entries(1);

    private void fold(ItemStore items) {
        new IndexFold(items).fold(log.world.partition, log.head(), merged());
    }

    private List<Page> merged() {
        List<Page> merged = new ArrayList<>();
        for (int page = FIRST; page <= LAST; page++) {
            merged.add(page(page));
        }
        return merged;
    }

    private Page page(int page) {
        ItemKey key = Page.key(log.world.partition, LongLog.begin(page));
        return Page.decode(key, log.plain().get(key).orElseThrow());
    }

    private void lose(int page) {
        log.plain().delete(IndexEntry.key(log.world.partition, 1, LongLog.timestampMs(page)), List.of());
    }

    /** Those of the other pages, and of these this one. */
    private List<IndexEntry> othersAnd(IndexEntry folded) {
        List<IndexEntry> expected = new ArrayList<>(before.subList(0, FIRST));
        expected.add(folded);
        expected.addAll(before.subList(LAST + 1, PAGES));
        return expected;
    }

    private static IndexEntry folded(int highest, int lowest) {
        return new IndexEntry(LongLog.timestampMs(highest), LongLog.begin(lowest), LongLog.timestampMs(lowest - 1), 0);
    }

    @Test
    void theHighestEntrySaysWhatTheLowestSaidAndTheOthersGo() {
        fold(log.plain());

        assertThat(log.entries(1)).isEqualTo(othersAnd(folded(LAST, FIRST)));

        fold(log.plain());
        assertThat(log.entries(1)).as("once more").isEqualTo(othersAnd(folded(LAST, FIRST)));
    }

    @Test
    void aMissingEntryIsMadeUpForByNothing() {
        lose(FIRST);

        fold(log.plain());

        assertThat(log.entries(1)).isEqualTo(othersAnd(folded(LAST, FIRST + 1)));
    }

    @Test
    void aMissingHighestEntryLeavesTheNextOneToSayIt() {
        lose(LAST);

        fold(log.plain());

        assertThat(log.entries(1)).isEqualTo(othersAnd(folded(LAST - 1, FIRST)));
    }

    @Test
    void oneEntryStaysAsItIs() {
        lose(FIRST);
        lose(FIRST + 1);

        assertThat(log.costOf(() -> fold(log.items())).itemWrites().requests()).isZero();
        assertThat(log.entries(1)).isEqualTo(othersAnd(before.get(LAST)));
    }

    /** Another run has folded in between: what the others say is still of use. */
    @Test
    void wherePutIsRefusedNothingGoes() {
        IndexEntry theirs = new IndexEntry(LongLog.timestampMs(LAST), LongLog.begin(1), LongLog.timestampMs(0), 0);
        fold(new GatedItemStore(log.plain(), new CountedGate(1, () -> log.put(1, theirs))));

        List<IndexEntry> expected = new ArrayList<>(before);
        expected.set(LAST, theirs);
        assertThat(log.entries(1)).isEqualTo(expected);
    }

    @Test
    void withoutAnIndexNothingIsAsked() {
        log.set(Update.builder().set(Head.INDEX, Value.of(0)));

        assertThat(log.costOf(() -> fold(log.items())).itemReads().queries()).isZero();
    }

    /** A page of long ago among those that are merged is no reason to read the whole index. */
    @Test
    void whatIsReadIsAsMuchAsWasMerged() {
        LongLog longer = new LongLog(0, 300);
        List<Page> merged = List.of(
                longer.page(LongLog.timestampMs(2)),
                longer.page(LongLog.timestampMs(301)),
                longer.page(LongLog.timestampMs(302)));

        long returned = longer.costOf(
                        () -> new IndexFold(longer.items()).fold(longer.world.partition, longer.head(), merged))
                .itemReads()
                .returned();

        assertThat(returned).isLessThanOrEqualTo(merged.size() + 1);
        assertThat(longer.entries(1))
                .hasSize(301)
                .last()
                .isEqualTo(new IndexEntry(LongLog.timestampMs(302), LongLog.begin(301), LongLog.timestampMs(299), 0));
    }
}
