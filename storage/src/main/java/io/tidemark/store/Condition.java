package io.tidemark.store;

import io.tidemark.record.Bytes;

/**
 * What must hold for a write to take effect. The set is closed: it is what one DynamoDB condition expression says
 * exactly, and all that the log needs. Except for {@link Absent}, a condition on a missing path is false.
 */
public sealed interface Condition {

    /** Nothing is at the path. */
    record Absent(Path path) implements Condition {}

    /** The value at the path is this one. */
    record Equals(Path path, Value value) implements Condition {}

    /** The number at the path is at most this. */
    record AtMost(Path path, long value) implements Condition {}

    /** The list at the path has fewer than {@code size} elements. */
    record ListShorterThan(Path path, int size) implements Condition {}

    /** The list at the path has no element that is these bytes. */
    record ListLacks(Path path, Bytes element) implements Condition {}

    static Condition absent(Path path) {
        return new Absent(path);
    }

    static Condition equal(Path path, Value value) {
        return new Equals(path, value);
    }

    static Condition atMost(Path path, long value) {
        return new AtMost(path, value);
    }

    static Condition listShorterThan(Path path, int size) {
        return new ListShorterThan(path, size);
    }

    static Condition listLacks(Path path, Bytes element) {
        return new ListLacks(path, element);
    }
}
