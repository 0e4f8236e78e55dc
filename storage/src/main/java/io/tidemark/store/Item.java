package io.tidemark.store;

import java.util.Map;
import java.util.Optional;

/**
 * An item's attributes, by name. Immutable.
 *
 * @param attributes never holds an empty name
 */
public record Item(Map<String, Value> attributes) {
    public static final Item EMPTY = new Item(Map.of());

    public Item {
        attributes = Map.copyOf(attributes);
    }

    public Optional<Value> attribute(String name) {
        return Optional.ofNullable(attributes.get(name));
    }
}
