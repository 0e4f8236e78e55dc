package io.tidemark.store;

import java.util.Set;
import java.util.function.Predicate;

/**
 * A call that a faulty store is about to pass on.
 *
 * @param kind which method
 * @param target the object's key, or the item's partition and sort key with a space between them
 */
public record StoreCall(Kind kind, String target) {
    /** The methods of both ports. */
    public enum Kind {
        ITEM_GET,
        ITEM_QUERY,
        ITEM_PUT,
        ITEM_DELETE,
        ITEM_UPDATE,
        OBJECT_PUT,
        OBJECT_GET,
        OBJECT_LIST,
        OBJECT_DELETE;

        private static final Set<Kind> READS = Set.of(ITEM_GET, ITEM_QUERY, OBJECT_GET, OBJECT_LIST);

        public boolean isWrite() {
            return !READS.contains(this);
        }
    }

    public static Predicate<StoreCall> any() {
        return call -> true;
    }

    public static Predicate<StoreCall> of(Kind kind) {
        return call -> call.kind == kind;
    }

    /** The kind, where the target contains the text. */
    public static Predicate<StoreCall> of(Kind kind, String text) {
        return call -> call.kind == kind && call.target.contains(text);
    }
}
