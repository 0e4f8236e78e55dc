package io.tidemark.layout;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How far the sweep of unnamed objects has come: {@code N}, {@code sweep}. It only says where a listing goes on; what
 * is deleted is decided by what each run marks anew, so a cursor may be lost, or put back.
 *
 * @param begunAt when this sweep began, to the millisecond
 * @param fromSlice the slices of object ids that this pass over the bucket judges, from here
 * @param toSlice and up to here, exclusive
 * @param after the key that was listed last; empty at the beginning of the pass
 * @param done whether the sweep has come to its end
 */
public record SweepCursor(Instant begunAt, int fromSlice, int toSlice, String after, boolean done) {
    private static final ItemKey KEY = new ItemKey("N", "sweep");
    private static final Path BEGUN = Path.of("begun");
    private static final Path FROM = Path.of("from");
    private static final Path TO = Path.of("to");
    private static final Path AFTER = Path.of("after");
    private static final Path DONE = Path.of("done");

    public SweepCursor {
        if (fromSlice < 0 || fromSlice >= toSlice || toSlice > ObjectId.SLICES) {
            throw new IllegalArgumentException("slices " + fromSlice + " to " + toSlice);
        }
    }

    /** At the beginning of a sweep. */
    public static SweepCursor begin(Instant now) {
        return new SweepCursor(now, 0, ObjectId.SLICES, "", false);
    }

    public boolean isAtBeginning() {
        return fromSlice == 0 && after.isEmpty() && !done;
    }

    /** The same pass, over fewer slices: there was no room to mark the others. */
    public SweepCursor narrowedTo(int slice) {
        return new SweepCursor(begunAt, fromSlice, slice, after, done);
    }

    public SweepCursor listedTo(String key) {
        return new SweepCursor(begunAt, fromSlice, toSlice, key, done);
    }

    /** Behind a pass over the whole bucket: the next slices, or the end. */
    public SweepCursor passed() {
        return toSlice == ObjectId.SLICES
                ? new SweepCursor(begunAt, fromSlice, toSlice, after, true)
                : new SweepCursor(begunAt, toSlice, ObjectId.SLICES, "", false);
    }

    public static ItemKey key() {
        return KEY;
    }

    /** Hold while the item is this one. */
    public List<Condition> isUnchanged() {
        return List.of(
                LayoutVersion.isCurrent(),
                Condition.equal(BEGUN, Value.of(begunAt.toEpochMilli())),
                Condition.equal(FROM, Value.of(fromSlice)),
                Condition.equal(AFTER, Value.of(after)),
                Condition.equal(DONE, stored(done)));
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                BEGUN.attribute(),
                Value.of(begunAt.toEpochMilli()),
                FROM.attribute(),
                Value.of(fromSlice),
                TO.attribute(),
                Value.of(toSlice),
                AFTER.attribute(),
                Value.of(after),
                DONE.attribute(),
                stored(done)));
    }

    public static SweepCursor decode(Item item) {
        Attributes attributes = LayoutVersion.read("sweep cursor", item);
        try {
            return new SweepCursor(
                    Instant.ofEpochMilli(attributes.number(BEGUN.attribute())),
                    Math.toIntExact(attributes.number(FROM.attribute())),
                    Math.toIntExact(attributes.number(TO.attribute())),
                    attributes.text(AFTER.attribute()),
                    attributes.number(DONE.attribute()) != 0);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw attributes.damaged(FROM.attribute(), "the first of a range of slices");
        }
    }

    private static Value stored(boolean flag) {
        return Value.of(flag ? 1 : 0);
    }
}
