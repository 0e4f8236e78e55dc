package io.tidemark.store;

/**
 * An item's key.
 *
 * @param partition items with one partition key are kept together and can be queried in order
 * @param sort orders them, by its UTF-8 bytes
 */
public record ItemKey(String partition, String sort) {
    /** DynamoDB's limits, in UTF-8 bytes. */
    public static final int MAX_PARTITION_BYTES = 2048;

    public static final int MAX_SORT_BYTES = 1024;

    public ItemKey {
        if (partition.isEmpty() || sort.isEmpty()) {
            throw new IllegalArgumentException("an item key has two parts: '" + partition + "', '" + sort + "'");
        }
    }
}
