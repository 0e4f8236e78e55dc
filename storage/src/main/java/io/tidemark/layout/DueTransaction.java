package io.tidemark.layout;

import io.tidemark.producer.TransactionalId;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import java.time.Instant;
import java.util.Map;

/**
 * A transactional id that maintenance is to look at, from a time on: {@code due#<time>#x#<transactional id>}, among the
 * {@link DueEntry}s of partitions. The time is not cut to steps: an open transaction is to end on time.
 *
 * @param at to the millisecond
 */
public record DueTransaction(TransactionalId id, Instant at) implements Due {
    private static final String MARK = "#x#";
    private static final int MARK_AT = DueEntry.PREFIX.length() + PartitionKeys.SORTABLE_LENGTH;

    @Override
    public ItemKey key() {
        // the hash of a string is specified
        int shard = Math.floorMod(id.value().hashCode(), DueEntry.SHARDS);
        return new ItemKey(
                DueEntry.PARTITION_KEY_PREFIX + shard,
                DueEntry.PREFIX + PartitionKeys.sortable(at.toEpochMilli()) + MARK + id.value());
    }

    @Override
    public Item encode() {
        return new Item(Map.of(LayoutVersion.ATTRIBUTE, LayoutVersion.value()));
    }

    static boolean isAt(ItemKey key) {
        return key.sort().startsWith(MARK, MARK_AT);
    }

    static DueTransaction decode(ItemKey key, Item item) {
        LayoutVersion.read("due entry " + key.sort(), item);
        try {
            return new DueTransaction(
                    new TransactionalId(key.sort().substring(MARK_AT + MARK.length())),
                    Instant.ofEpochMilli(Long.parseLong(key.sort().substring(DueEntry.PREFIX.length(), MARK_AT))));
        } catch (IllegalArgumentException e) {
            throw new UnreadableItemException("due entry " + key.sort() + " has no time and transactional id");
        }
    }
}
