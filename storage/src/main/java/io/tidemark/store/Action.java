package io.tidemark.store;

import io.tidemark.record.Bytes;

/**
 * One change of an update. The set is closed: it is what one DynamoDB update expression does exactly. Right-hand
 * sides see the item as it was. A dictionary entry can be set or removed only where the dictionary exists.
 */
public sealed interface Action {

    /** What the action changes. */
    Path path();

    /** Adds to the number that is there. */
    record Add(Path path, long value) implements Action {}

    /** Adds one element at the end of the list that is there. */
    record Append(Path path, Bytes element) implements Action {}

    record Set(Path path, Value value) implements Action {}

    /** Sets the value that is at {@code source}, which must be there. */
    record SetFrom(Path path, Path source) implements Action {}

    /** Sets the value that is at {@code source}, unless something is at the path already. */
    record SetFromIfAbsent(Path path, Path source) implements Action {}

    /** Removes what is at the path, if anything. */
    record Remove(Path path) implements Action {}

    /** Removes the first {@code count} elements of the list; of a shorter list, all. */
    record RemoveFirst(Path path, int count) implements Action {
        public RemoveFirst {
            if (count < 1) {
                throw new IllegalArgumentException("removeFirst " + count);
            }
        }
    }
}
