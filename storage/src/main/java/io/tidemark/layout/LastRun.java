package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import java.time.Instant;
import java.util.Map;

/**
 * When maintenance ran: {@code N}, {@code run}. Nothing is decided by it; it tells how long there was none.
 *
 * @param begunAt to the millisecond
 */
public record LastRun(Instant begunAt) {
    private static final ItemKey KEY = new ItemKey("N", "run");
    private static final String BEGUN = "begun";

    public static ItemKey key() {
        return KEY;
    }

    public Item encode() {
        return new Item(
                Map.of(LayoutVersion.ATTRIBUTE, LayoutVersion.value(), BEGUN, Value.of(begunAt.toEpochMilli())));
    }

    public static LastRun decode(Item item) {
        return new LastRun(
                Instant.ofEpochMilli(LayoutVersion.read("last run", item).number(BEGUN)));
    }
}
