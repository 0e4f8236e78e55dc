package io.tidemark.layout;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.Path;
import io.tidemark.store.Value;

/** The version of the stored layout, which every item carries in {@code v}. */
public final class LayoutVersion {
    public static final long CURRENT = 1;

    static final String ATTRIBUTE = "v";

    private static final Path PATH = Path.of(ATTRIBUTE);

    private LayoutVersion() {}

    /** Holds for an item of this layout; never for a missing one, so that no update creates a ghost item. */
    public static Condition isCurrent() {
        return Condition.equal(PATH, value());
    }

    /** Holds where there is no item. */
    public static Condition noItem() {
        return Condition.absent(PATH);
    }

    static Value value() {
        return Value.of(CURRENT);
    }

    /**
     * Checks that the item can be read here.
     *
     * @throws UnreadableItemException where it was written by a newer release
     */
    static Attributes read(String what, Item item) {
        Attributes attributes = new Attributes(what, item);
        long version = attributes.number(ATTRIBUTE);
        if (version < 1 || version > CURRENT) {
            throw new UnreadableItemException(what + " has layout version " + version + "; this release reads up to "
                    + CURRENT + ". Run the release that wrote it, or a later one.");
        }
        return attributes;
    }
}
