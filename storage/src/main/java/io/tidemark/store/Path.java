package io.tidemark.store;

import java.util.Optional;

/**
 * Where a value is in an item: an attribute, or an entry of a dictionary that is an attribute.
 *
 * @param attribute the attribute's name
 * @param entry the entry's name, absent for the attribute itself
 */
public record Path(String attribute, Optional<String> entry) {
    public Path {
        if (attribute.isEmpty() || entry.filter(String::isEmpty).isPresent()) {
            throw new IllegalArgumentException("an empty name in a path");
        }
    }

    public static Path of(String attribute) {
        return new Path(attribute, Optional.empty());
    }

    public static Path of(String attribute, String entry) {
        return new Path(attribute, Optional.of(entry));
    }

    /** Whether one of the two holds the other, so that two actions on them would disturb each other. */
    public boolean overlaps(Path other) {
        return attribute.equals(other.attribute)
                && (entry.isEmpty() || other.entry.isEmpty() || entry.equals(other.entry));
    }

    @Override
    public String toString() {
        return entry.map(name -> attribute + "." + name).orElse(attribute);
    }
}
