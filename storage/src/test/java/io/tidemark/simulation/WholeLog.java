package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every batch that was ever committed to a partition from which nothing was removed, read from its items: the pages
 * from 0 on without a gap, then the tail.
 */
public record WholeLog(Head head, List<PlacedReference> batches, List<IndexEntry> entries) {
    private static final int ANY_NUMBER = 1_000_000;

    public static WholeLog read(ItemStore items, PartitionId partition) {
        ItemKey key = Head.key(partition);
        Head head = Head.decode(key, items.get(key).orElseThrow());
        List<PlacedReference> batches = new ArrayList<>();
        long next = 0;
        for (ItemPage.Entry found : all(items, Page.between(partition, 0, Long.MAX_VALUE, ANY_NUMBER))) {
            Page page = Page.decode(found.key(), found.item());
            if (page.baseOffset() < head.offsets().sealed()) {
                assertThat(page.baseOffset()).as("pages follow each other").isEqualTo(next);
                batches.addAll(page.placed());
                next = page.lastOffset() + 1;
            }
        }
        assertThat(next)
                .as("pages end where the tail begins")
                .isEqualTo(head.offsets().sealed());
        batches.addAll(head.placedTail());
        List<IndexEntry> entries = all(
                        items,
                        new ItemRange(
                                key.partition(),
                                "I",
                                "I~",
                                ItemRange.Direction.ASCENDING,
                                ANY_NUMBER,
                                Optional.empty()))
                .stream()
                .map(found -> IndexEntry.decode(found.key(), found.item()))
                .toList();
        return new WholeLog(head, List.copyOf(batches), entries);
    }

    /** Invariant I5: no batch in [since, offset) has a maximum above the entry's previous one. */
    public void assertTrue(IndexEntry entry) {
        assertThat(batches)
                .as("%s is true", entry)
                .noneMatch(batch -> batch.baseOffset() >= entry.since()
                        && batch.baseOffset() < entry.offset()
                        && batch.maxTimestampMs() > entry.previousMaxMs());
    }

    /** What the head says of the sealed batches' maximum covers each that is not deleted. */
    public void assertMaximumCovers() {
        long sealed = head.offsets().sealed();
        assertThat(batches)
                .noneMatch(batch -> batch.lastOffset() >= head.offsets().low()
                        && batch.baseOffset() < sealed
                        && batch.maxTimestampMs() > head.sealedMax().maxTimestampMs());
    }

    /** An index entry that is being put. */
    public static Optional<IndexEntry> entryIn(ItemKey key, Item item) {
        return key.sort().startsWith("I") ? Optional.of(IndexEntry.decode(key, item)) : Optional.empty();
    }

    private static List<ItemPage.Entry> all(ItemStore items, ItemRange range) {
        List<ItemPage.Entry> entries = new ArrayList<>();
        Optional<ItemRange> rest = Optional.of(range);
        while (rest.isPresent()) {
            ItemPage page = items.query(rest.get());
            entries.addAll(page.entries());
            rest = page.next();
        }
        return entries;
    }
}
