package io.tidemark.layout;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Map;

/**
 * A time-index entry, item {@code I<index version>#<timestamp>}. It says: <b>no batch in [since, offset) has a maximum
 * timestamp above {@code previousMaxMs}.</b> That was true when it was written and nothing can make it false later
 * (invariant I5), so an entry may be lost, doubled or late; it is a lower bound for a search, never its answer.
 *
 * @param timestampMs the maximum that the page brought, 0 or above
 * @param offset the base offset of the first batch above {@code previousMaxMs}
 * @param previousMaxMs the largest maximum before it
 * @param since where the statement begins
 */
public record IndexEntry(long timestampMs, long offset, long previousMaxMs, long since) {
    private static final String PREFIX = "I";
    private static final char SEPARATOR = '#';
    private static final char BEHIND_SEPARATOR = SEPARATOR + 1;
    private static final char BEHIND_DIGITS = '9' + 1;
    private static final String OFFSET = "offset";
    private static final String PREVIOUS_MAX = "prev";
    private static final String SINCE = "since";

    public static ItemKey key(PartitionId partition, long indexVersion, long timestampMs) {
        return new ItemKey(PartitionKeys.partitionKey(partition), sortKey(indexVersion, timestampMs));
    }

    /** The lowest entry at or above the timestamp. */
    public static ItemRange atOrAbove(PartitionId partition, long indexVersion, long timestampMs) {
        return ItemRange.ascending(
                PartitionKeys.partitionKey(partition),
                sortKey(indexVersion, timestampMs),
                sortKey(indexVersion, Long.MAX_VALUE),
                1);
    }

    /** Every entry of one index version. */
    public static ItemRange all(PartitionId partition, long indexVersion, int limit) {
        return ItemRange.ascending(
                PartitionKeys.partitionKey(partition),
                sortKey(indexVersion, 0),
                sortKey(indexVersion, Long.MAX_VALUE),
                limit);
    }

    /** The entries with timestamps from {@code toMs} down. */
    public static ItemRange atOrBelow(PartitionId partition, long indexVersion, long toMs, int limit) {
        return ItemRange.descending(
                PartitionKeys.partitionKey(partition), sortKey(indexVersion, 0), sortKey(indexVersion, toMs), limit);
    }

    /** The entries of all other versions than this one: two ranges, as versions have no order among the keys. */
    public static List<ItemRange> ofOtherVersions(PartitionId partition, long indexVersion, int limit) {
        String key = PartitionKeys.partitionKey(partition);
        String version = PREFIX + indexVersion;
        return List.of(
                ItemRange.ascending(key, PREFIX, version + SEPARATOR, limit),
                ItemRange.ascending(key, version + BEHIND_SEPARATOR, PREFIX + BEHIND_DIGITS, limit));
    }

    /** Of which index version an entry is. */
    public static long version(ItemKey key) {
        return Long.parseLong(key.sort().substring(PREFIX.length(), key.sort().indexOf(SEPARATOR)));
    }

    /** Holds while the item still speaks of this offset. */
    public Condition isUnchanged() {
        return Condition.equal(Path.of(OFFSET), Value.of(offset));
    }

    /** Whether a search for {@code timestampMs} from {@code logStartOffset} on may begin at {@link #offset}. */
    public boolean bounds(long timestampMs, long logStartOffset) {
        return previousMaxMs < timestampMs && since <= logStartOffset;
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                OFFSET,
                Value.of(offset),
                PREVIOUS_MAX,
                Value.of(previousMaxMs),
                SINCE,
                Value.of(since)));
    }

    public static IndexEntry decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("index entry " + key.sort() + " of " + key.partition(), item);
        long timestampMs = Long.parseLong(key.sort().substring(key.sort().indexOf(SEPARATOR) + 1));
        return new IndexEntry(
                timestampMs, attributes.number(OFFSET), attributes.number(PREVIOUS_MAX), attributes.number(SINCE));
    }

    private static String sortKey(long indexVersion, long timestampMs) {
        return PREFIX + indexVersion + SEPARATOR + PartitionKeys.sortable(timestampMs);
    }
}
