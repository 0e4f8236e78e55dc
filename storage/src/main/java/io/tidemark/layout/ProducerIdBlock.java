package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.Map;

/**
 * The counter of producer ids, {@code N}, {@code producer-ids}: a process takes a block of {@link #SIZE} ids with one
 * update. Ids of a block that a process leaves behind are never given.
 *
 * @param end the id behind the newest block
 */
public record ProducerIdBlock(long end) {
    /** Kafka's size of a block. */
    public static final int SIZE = 1_000;

    private static final ItemKey KEY = new ItemKey("N", "producer-ids");
    private static final Path NEXT = Path.of("next");

    /** The first block, where no item is there. */
    public static ProducerIdBlock first() {
        return new ProducerIdBlock(SIZE);
    }

    /** The block's first id. */
    public long begin() {
        return end - SIZE;
    }

    public static ItemKey key() {
        return KEY;
    }

    /** Takes the next block. */
    public static Update take() {
        return Update.builder().when(LayoutVersion.isCurrent()).add(NEXT, SIZE).build();
    }

    public Item encode() {
        return new Item(Map.of(LayoutVersion.ATTRIBUTE, LayoutVersion.value(), NEXT.attribute(), Value.of(end)));
    }

    public static ProducerIdBlock decode(Item item) {
        return new ProducerIdBlock(
                LayoutVersion.read("counter of producer ids", item).number(NEXT.attribute()));
    }
}
