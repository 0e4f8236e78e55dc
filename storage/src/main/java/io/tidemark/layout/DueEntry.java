package io.tidemark.layout;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A partition that maintenance is to look at, from a time on: item {@code due#<time>#<topic id>#<partition>} under one
 * of {@link #SHARDS} keys. The time is cut to {@link #STEP}, so that a busy partition has few entries.
 *
 * @param topic the topic's name, under which it is read again
 * @param at a multiple of {@link #STEP}
 */
public record DueEntry(TopicName topic, PartitionId partition, Instant at) implements Due {
    /** How many keys the queue is spread over: what a run reads when nothing is due. */
    public static final int SHARDS = 16;

    public static final Duration STEP = Duration.ofMinutes(10);

    static final String PARTITION_KEY_PREFIX = "N#";
    static final String PREFIX = "due#";
    private static final String SEPARATOR = "#";
    private static final String TOPIC = "topic";

    /** The entry at or behind the time, or the last of all. */
    public static DueEntry notBefore(TopicName topic, PartitionId partition, Instant time) {
        long toNextMs = STEP.toMillis() - 1;
        long behindMs = Math.min(time.toEpochMilli(), Long.MAX_VALUE - toNextMs) + toNextMs;
        return notAfter(topic, partition, Instant.ofEpochMilli(behindMs));
    }

    /** The entry at or before the time. */
    public static DueEntry notAfter(TopicName topic, PartitionId partition, Instant time) {
        long stepMs = STEP.toMillis();
        long steps = Math.max(0, Math.floorDiv(time.toEpochMilli(), stepMs));
        return new DueEntry(topic, partition, Instant.ofEpochMilli(steps * stepMs));
    }

    @Override
    public ItemKey key() {
        // the hash of a UUID is specified, that of a record is not
        int shard = Math.floorMod(31 * partition.topic().value().hashCode() + partition.partition(), SHARDS);
        return new ItemKey(
                PARTITION_KEY_PREFIX + shard,
                PREFIX
                        + PartitionKeys.sortable(at.toEpochMilli())
                        + SEPARATOR
                        + partition.topic()
                        + SEPARATOR
                        + partition.partition());
    }

    /** What is due in one shard. */
    public static ItemRange due(int shard, Instant now, int limit) {
        return ItemRange.ascending(
                PARTITION_KEY_PREFIX + shard, PREFIX, PREFIX + PartitionKeys.sortable(now.toEpochMilli()) + "~", limit);
    }

    @Override
    public Item encode() {
        return new Item(Map.of(LayoutVersion.ATTRIBUTE, LayoutVersion.value(), TOPIC, Value.of(topic.value())));
    }

    public static DueEntry decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("due entry " + key.sort(), item);
        String[] parts = key.sort().split(SEPARATOR, -1);
        if (parts.length != 4) {
            throw new UnreadableItemException("due entry " + key.sort() + " has no time, topic and partition");
        }
        return new DueEntry(
                new TopicName(attributes.text(TOPIC)),
                new PartitionId(TopicId.parse(parts[2]), Integer.parseInt(parts[3])),
                Instant.ofEpochMilli(Long.parseLong(parts[1])));
    }
}
