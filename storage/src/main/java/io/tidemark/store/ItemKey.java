package io.tidemark.store;

/**
 * An item's key.
 *
 * @param partition items with one partition key are kept together and can be queried in order
 * @param sort orders them, by its UTF-8 bytes
 */
public record ItemKey(String partition, String sort) implements Comparable<ItemKey> {
    /** DynamoDB's limits, in UTF-8 bytes. */
    public static final int MAX_PARTITION_BYTES = 2048;

    public static final int MAX_SORT_BYTES = 1024;

    public ItemKey {
        if (partition.isEmpty() || sort.isEmpty()) {
            throw new IllegalArgumentException("an item key has two parts: '" + partition + "', '" + sort + "'");
        }
        if (ItemSize.utf8Bytes(partition) > MAX_PARTITION_BYTES || ItemSize.utf8Bytes(sort) > MAX_SORT_BYTES) {
            throw new IllegalArgumentException("an item key is too long: '" + partition + "', '" + sort + "'");
        }
    }

    /** By partition key, then by sort key, each by its UTF-8 bytes. */
    @Override
    public int compareTo(ItemKey other) {
        int byPartition = compareUtf8(partition, other.partition);
        return byPartition != 0 ? byPartition : compareUtf8(sort, other.sort);
    }

    /** UTF-16 orders like UTF-8, except that surrogates stand below the last characters of one unit. */
    private static int compareUtf8(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b));
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
