package io.tidemark.layout;

import io.tidemark.store.ItemRange;
import io.tidemark.topic.PartitionId;
import java.util.Locale;

/** The keys under which a partition's items are kept. */
public final class PartitionKeys {
    private static final String LOWEST_SORT_KEY = "!";
    private static final String HIGHEST_SORT_KEY = "~";

    /** Digits of {@link #sortable}. */
    static final int SORTABLE_LENGTH = 20;

    private PartitionKeys() {}

    /** Every item of a partition, whatever it is. */
    public static ItemRange everything(PartitionId partition, int limit) {
        return ItemRange.ascending(partitionKey(partition), LOWEST_SORT_KEY, HIGHEST_SORT_KEY, limit);
    }

    static String partitionKey(PartitionId partition) {
        return "P#" + partition.topic() + "#" + partition.partition();
    }

    /** A number of 0 or above as text that sorts as numbers do. */
    static String sortable(long number) {
        if (number < 0) {
            throw new IllegalArgumentException(number + " has no place in a sort key");
        }
        return String.format(Locale.ROOT, "%020d", number);
    }
}
