package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Map;

/**
 * Batch references that were sealed out of the tail: item {@code B#<base offset>}, put once and never changed.
 *
 * @param baseOffset the first batch's base offset
 * @param references 1 to {@link #MAX_REFERENCES}, in offset order
 */
public record Page(long baseOffset, List<BatchReference> references) {
    public static final int MAX_REFERENCES = 128;

    private static final String PREFIX = "B#";
    private static final String LAST_OFFSET = "last";
    private static final String MAX_TIMESTAMP = "maxTs";
    private static final String NEWEST_OBJECT = "newest";
    private static final String SIZE = "bytes";
    private static final String REFERENCES = "refs";

    public Page {
        references = List.copyOf(references);
        if (references.isEmpty() || references.size() > MAX_REFERENCES) {
            throw new IllegalArgumentException("a page of " + references.size() + " references");
        }
    }

    public static ItemKey key(PartitionId partition, long baseOffset) {
        return new ItemKey(PartitionKeys.partitionKey(partition), sortKey(baseOffset));
    }

    /** The page that begins at or below the offset. */
    public static ItemRange atOrBelow(PartitionId partition, long offset) {
        return ItemRange.descending(PartitionKeys.partitionKey(partition), sortKey(0), sortKey(offset), 1);
    }

    /** The pages that begin at or above {@code from} and below {@code before}. */
    public static ItemRange between(PartitionId partition, long from, long before, int limit) {
        return ItemRange.ascending(PartitionKeys.partitionKey(partition), sortKey(from), sortKey(before - 1), limit);
    }

    /** The pages that begin below {@code before}, from the highest down. */
    public static ItemRange below(PartitionId partition, long before, int limit) {
        return ItemRange.descending(PartitionKeys.partitionKey(partition), sortKey(0), sortKey(before - 1), limit);
    }

    public List<PlacedReference> placed() {
        return PlacedReference.placeAll(baseOffset, references);
    }

    public long lastOffset() {
        return baseOffset
                + references.stream().mapToLong(r -> r.lastOffsetDelta() + 1L).sum()
                - 1;
    }

    public long maxTimestampMs() {
        return references.stream()
                .mapToLong(BatchReference::maxTimestampMs)
                .max()
                .orElseThrow();
    }

    /** The time of its newest batch object's id, epoch milliseconds. */
    public long newestObjectMs() {
        return references.stream().mapToLong(r -> r.object().timeMs()).max().orElseThrow();
    }

    public long sizeBytes() {
        return references.stream().mapToLong(BatchReference::sizeBytes).sum();
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                LAST_OFFSET,
                Value.of(lastOffset()),
                MAX_TIMESTAMP,
                Value.of(maxTimestampMs()),
                NEWEST_OBJECT,
                Value.of(newestObjectMs()),
                SIZE,
                Value.of(sizeBytes()),
                REFERENCES,
                Value.of(BatchReference.packAll(references))));
    }

    public static Page decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("page " + key.sort() + " of " + key.partition(), item);
        long baseOffset = Long.parseLong(key.sort().substring(PREFIX.length()));
        List<BatchReference> references = BatchReference.unpackAll(attributes.bytes(REFERENCES));
        if (references.isEmpty() || references.size() > MAX_REFERENCES) {
            throw attributes.damaged(REFERENCES, "1 to " + MAX_REFERENCES + " references, but " + references.size());
        }
        Page page = new Page(baseOffset, references);
        if (page.lastOffset() != attributes.number(LAST_OFFSET)) {
            throw attributes.damaged(LAST_OFFSET, "the last offset of its references, " + page.lastOffset());
        }
        return page;
    }

    private static String sortKey(long baseOffset) {
        return PREFIX + PartitionKeys.sortable(baseOffset);
    }
}
