package io.tidemark.store;

import java.util.Optional;

/**
 * Which items to query.
 *
 * @param partition their partition key
 * @param from the lowest sort key, inclusive, not empty
 * @param to the highest sort key, inclusive, not empty; below {@code from} the range is empty
 * @param direction from the lowest sort key up, or from the highest down
 * @param limit at most this many items in the page, 1 or more
 * @param after the sort key that the page before ended at, within the range: only what comes behind it in the
 *     direction
 */
public record ItemRange(
        String partition, String from, String to, Direction direction, int limit, Optional<String> after) {
    /** The order of a query. */
    public enum Direction {
        ASCENDING,
        DESCENDING
    }

    public ItemRange {
        if (partition.isEmpty() || from.isEmpty() || to.isEmpty()) {
            throw new IllegalArgumentException("a query of '" + partition + "' from '" + from + "' to '" + to + "'");
        }
        if (limit < 1) {
            throw new IllegalArgumentException("a query for " + limit + " items");
        }
    }

    public static ItemRange ascending(String partition, String from, String to, int limit) {
        return new ItemRange(partition, from, to, Direction.ASCENDING, limit, Optional.empty());
    }

    public static ItemRange descending(String partition, String from, String to, int limit) {
        return new ItemRange(partition, from, to, Direction.DESCENDING, limit, Optional.empty());
    }

    /** What is left of this range behind a page that ended at {@code sort}. */
    public ItemRange continuedAfter(String sort) {
        return new ItemRange(partition, from, to, direction, limit, Optional.of(sort));
    }
}
