package io.tidemark.store;

import java.util.List;
import java.util.Optional;

/**
 * One page of a query's answer.
 *
 * @param entries the items, in the range's direction
 * @param next the range that continues the query; absent when nothing is left. A page may be shorter than the limit,
 *     and even empty, and still have a next one
 */
public record ItemPage(List<Entry> entries, Optional<ItemRange> next) {
    /** An item with its key. */
    public record Entry(ItemKey key, Item item) {}

    public ItemPage {
        entries = List.copyOf(entries);
    }
}
