package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.Map;

/**
 * An aborted transaction of a partition, item {@code A#<marker offset>}: what the producer wrote in a transaction from
 * the first offset up to the marker does not count for a READ_COMMITTED reader (invariant I12).
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.AbortedTxn}.
 *
 * @param markerOffset where its abort marker stands
 * @param producerId whose it was
 * @param firstOffset its first record's offset; may lie below the log start
 * @param stableOffset no transaction whose marker comes behind this one began below it; 0 where that is not known
 */
public record AbortedTransaction(long markerOffset, long producerId, long firstOffset, long stableOffset) {
    private static final String PREFIX = "A#";
    private static final String PRODUCER = "producer";
    private static final String FIRST = "first";
    private static final String STABLE = "stable";

    public static ItemKey key(PartitionId partition, long markerOffset) {
        return new ItemKey(PartitionKeys.partitionKey(partition), sortKey(markerOffset));
    }

    /** Those whose markers stand at or above the offset. */
    public static ItemRange from(PartitionId partition, long offset, int limit) {
        return ItemRange.ascending(
                PartitionKeys.partitionKey(partition), sortKey(offset), sortKey(Long.MAX_VALUE), limit);
    }

    /** Those whose markers stand below the offset, which is above 0. */
    public static ItemRange below(PartitionId partition, long offset, int limit) {
        return between(partition, 0, offset, limit);
    }

    /** Those whose markers stand at or above {@code from} and below {@code before}. */
    public static ItemRange between(PartitionId partition, long from, long before, int limit) {
        return ItemRange.ascending(PartitionKeys.partitionKey(partition), sortKey(from), sortKey(before - 1), limit);
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                PRODUCER,
                Value.of(producerId),
                FIRST,
                Value.of(firstOffset),
                STABLE,
                Value.of(stableOffset)));
    }

    public static AbortedTransaction decode(ItemKey key, Item item) {
        Attributes attributes =
                LayoutVersion.read("aborted transaction " + key.sort() + " of " + key.partition(), item);
        return new AbortedTransaction(
                Long.parseLong(key.sort().substring(PREFIX.length())),
                attributes.number(PRODUCER),
                attributes.number(FIRST),
                attributes.number(STABLE));
    }

    private static String sortKey(long markerOffset) {
        return PREFIX + PartitionKeys.sortable(markerOffset);
    }
}
