package io.tidemark.simulation;

import java.util.Locale;

/**
 * One call of a store.
 *
 * @param key an item's partition and sort key, or an object's key
 */
public record StoreCall(Kind kind, String key) {
    /** What is called. */
    public enum Kind {
        GET,
        QUERY,
        PUT,
        UPDATE,
        DELETE,
        GET_OBJECT,
        PUT_OBJECT,
        LIST_OBJECTS,
        DELETE_OBJECTS
    }

    public boolean isWrite() {
        return switch (kind) {
            case PUT, UPDATE, DELETE, PUT_OBJECT, DELETE_OBJECTS -> true;
            case GET, QUERY, GET_OBJECT, LIST_OBJECTS -> false;
        };
    }

    /** Whether this is an update of a partition's head: only those commit anything. */
    public boolean isHeadUpdate() {
        return kind == Kind.UPDATE && key.endsWith(" H");
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + key;
    }
}
