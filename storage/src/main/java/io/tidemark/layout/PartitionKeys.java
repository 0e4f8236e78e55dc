package io.tidemark.layout;

import io.tidemark.topic.PartitionId;
import java.util.Locale;

/** The keys under which a partition's items are kept. */
final class PartitionKeys {
    private PartitionKeys() {}

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
