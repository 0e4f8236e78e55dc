package io.tidemark.layout;

import static java.util.stream.Collectors.toMap;

import io.tidemark.record.Answer;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topic, under {@code T}. The sort key is its name with each '.' as '_': names that differ by nothing else collide
 * in Kafka, and here they collide in the store, so that of two creators at one time one wins.
 *
 * @param topic the topic; its name is also an attribute
 * @param revision how often its configs were changed
 */
public record TopicItem(Topic topic, long revision) {
    public static final Path CONFIGS = Path.of("configs");
    public static final Path REVISION = Path.of("revision");
    public static final Path DELETING = Path.of("deleting");

    private static final Path ID = Path.of("id");
    private static final String PARTITION_KEY = "T";
    private static final String HIGHEST_SORT_KEY = "~";
    private static final String NAME = "name";
    private static final String PARTITIONS = "partitions";
    private static final String CREATED = "created";

    /** The item of a new topic. */
    public static TopicItem first(Topic topic) {
        return new TopicItem(topic, 0);
    }

    /** Where the topic is, or the one whose name collides with it. */
    public static ItemKey key(TopicName name) {
        return new ItemKey(PARTITION_KEY, name.value().replace('.', '_'));
    }

    /**
     * Topics in the order of their keys.
     *
     * @param after only those behind this sort key
     */
    public static ItemRange range(Optional<String> after, int limit) {
        ItemRange all = ItemRange.ascending(PARTITION_KEY, "!", HIGHEST_SORT_KEY, limit);
        return after.map(all::continuedAfter).orElse(all);
    }

    /** Hold while the topic of this id is there, deleting or not. */
    public static List<Condition> isStill(TopicId id) {
        return List.of(LayoutVersion.isCurrent(), Condition.equal(ID, value(id)));
    }

    /** Hold while nothing has happened to the topic. */
    public List<Condition> isUnchanged() {
        return List.of(
                LayoutVersion.isCurrent(),
                Condition.equal(ID, value(topic.id())),
                Condition.equal(REVISION, Value.of(revision)),
                Condition.absent(DELETING));
    }

    public Item encode() {
        Map<String, Value> attributes = new HashMap<>();
        attributes.put(LayoutVersion.ATTRIBUTE, LayoutVersion.value());
        attributes.put(NAME, Value.of(topic.name().value()));
        attributes.put(ID.attribute(), value(topic.id()));
        attributes.put(PARTITIONS, Value.of(topic.partitionCount()));
        attributes.put(CONFIGS.attribute(), encode(topic.config()));
        attributes.put(CREATED, Value.of(topic.createdAt().toEpochMilli()));
        attributes.put(REVISION.attribute(), Value.of(revision));
        if (topic.deleting()) {
            attributes.put(DELETING.attribute(), Value.of(1));
        }
        return new Item(attributes);
    }

    /** The overrides as they were given. */
    public static Value encode(TopicConfig config) {
        return new Value.Dictionary(
                config.overrides().entrySet().stream().collect(toMap(Map.Entry::getKey, e -> Value.of(e.getValue()))));
    }

    public static TopicItem decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("topic " + key.sort(), item);
        Topic topic = new Topic(
                new TopicName(attributes.text(NAME)),
                TopicId.parse(attributes.text(ID.attribute())),
                Math.toIntExact(attributes.number(PARTITIONS)),
                decodeConfig(attributes),
                Instant.ofEpochMilli(attributes.number(CREATED)),
                item.attribute(DELETING.attribute()).isPresent());
        return new TopicItem(topic, attributes.number(REVISION.attribute()));
    }

    private static TopicConfig decodeConfig(Attributes attributes) {
        Map<String, String> overrides = new HashMap<>();
        attributes.map(CONFIGS.attribute()).forEach((name, value) -> {
            if (!(value instanceof Value.Text text)) {
                throw attributes.damaged(CONFIGS.attribute(), "a map of texts");
            }
            overrides.put(name, text.value());
        });
        Answer<TopicConfig> config = TopicConfig.of(overrides);
        if (config instanceof Answer.Refused<TopicConfig> refused) {
            throw attributes.damaged(
                    CONFIGS.attribute(), "valid: " + refused.refusal().message());
        }
        return ((Answer.Given<TopicConfig>) config).value();
    }

    private static Value value(TopicId id) {
        return Value.of(id.toString());
    }
}
