package io.tidemark.layout;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names a topic id under which items may be left over: {@code N}, {@code purge#<topic id>}. Put before the first item
 * of a new id and before the deletion of an old one, so that no crash leaves an item that nothing names.
 *
 * <p>It only says "may be": while the topic item holds the id and is not deleting, the topic is alive and nothing of it
 * is left over. An entry of the cause {@link Cause#CREATING} speaks of an unfinished create only once its creator has
 * surely stopped, which is an hour after {@code since}.
 *
 * @param topic the id
 * @param name whose topic item tells whether the id is in use
 * @param partitionCount how many partitions to look through
 * @param since when the entry was put, to the millisecond
 */
public record PurgeEntry(TopicId topic, TopicName name, int partitionCount, Cause cause, Instant since) {
    private static final String PARTITION_KEY = "N";
    private static final String SORT_PREFIX = "purge#";
    private static final String HIGHEST_SUFFIX = "~";
    private static final String NAME = "name";
    private static final String PARTITIONS = "partitions";
    private static final Path CAUSE = Path.of("cause");
    private static final Path SINCE = Path.of("since");

    /** What put the entry. The names are stored, in lower case. */
    public enum Cause {
        /** A create that has not committed, or did not get to remove its entry. */
        CREATING,
        /** A deletion. */
        DELETING,
        /** A purge that has removed everything once, at {@code since}; a stalled writer may put one more item. */
        PURGED;

        private String stored() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The entry of the same topic after its items were removed for the first time. */
    public PurgeEntry purgedAt(Instant time) {
        return new PurgeEntry(topic, name, partitionCount, Cause.PURGED, time);
    }

    public static ItemKey key(TopicId topic) {
        return new ItemKey(PARTITION_KEY, SORT_PREFIX + topic);
    }

    /** The first entries, by topic id. */
    public static ItemRange range(int limit) {
        return ItemRange.ascending(PARTITION_KEY, SORT_PREFIX, SORT_PREFIX + HIGHEST_SUFFIX, limit);
    }

    /** Hold while the entry is this one, not put again by a later create or deletion. */
    public List<Condition> isUnchanged() {
        return List.of(
                LayoutVersion.isCurrent(),
                Condition.equal(CAUSE, Value.of(cause.stored())),
                Condition.equal(SINCE, Value.of(since.toEpochMilli())));
    }

    public Item encode() {
        return new Item(Map.of(
                LayoutVersion.ATTRIBUTE,
                LayoutVersion.value(),
                NAME,
                Value.of(name.value()),
                PARTITIONS,
                Value.of(partitionCount),
                CAUSE.attribute(),
                Value.of(cause.stored()),
                SINCE.attribute(),
                Value.of(since.toEpochMilli())));
    }

    public static PurgeEntry decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("purge entry " + key.sort(), item);
        String stored = attributes.text(CAUSE.attribute());
        Cause cause = Arrays.stream(Cause.values())
                .filter(candidate -> candidate.stored().equals(stored))
                .findFirst()
                .orElseThrow(() -> attributes.damaged(CAUSE.attribute(), "a known cause"));
        return new PurgeEntry(
                TopicId.parse(key.sort().substring(SORT_PREFIX.length())),
                new TopicName(attributes.text(NAME)),
                Math.toIntExact(attributes.number(PARTITIONS)),
                cause,
                Instant.ofEpochMilli(attributes.number(SINCE.attribute())));
    }
}
