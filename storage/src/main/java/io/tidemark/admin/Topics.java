package io.tidemark.admin;

import io.tidemark.layout.TopicItem;
import io.tidemark.partition.TopicReader;
import io.tidemark.record.Answer;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.ConfigChange;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.util.List;
import java.util.Optional;

/**
 * Kafka's operations on topics. Thread-safe; reads are never from a cache.
 *
 * <p>An outage of the store is a {@link io.tidemark.store.StoreUnavailableException}; whatever it interrupted can be
 * asked for again.
 */
public final class Topics {
    private final TopicTable table;
    private final TopicCreation creation;
    private final TopicDeletion deletion;
    private final ConfigAlteration alteration;
    private final TopicReader reader;

    /**
     * The operations over a store.
     *
     * @param reader what this process keeps of topics, told of its own changes; another process may take up to
     *     {@link TopicReader#MAX_AGE} to see a changed config
     */
    public Topics(ItemStore items, Environment environment, TopicReader reader) {
        this.table = new TopicTable(items);
        this.creation = new TopicCreation(items, environment);
        this.deletion = new TopicDeletion(items, environment);
        this.alteration = new ConfigAlteration(items, environment);
        this.reader = reader;
    }

    /**
     * Creates a topic: as a whole or, refused, not at all. Of several that create one name, or names that collide, one
     * does.
     *
     * @return the topic, or INVALID_TOPIC_EXCEPTION (also for a name that collides), TOPIC_ALREADY_EXISTS,
     *     INVALID_CONFIG, INVALID_PARTITIONS, REQUEST_TIMED_OUT
     */
    public Answer<Topic> create(NewTopic request) {
        Answer<Topic> answer = creation.create(request);
        if (answer instanceof Answer.Given<Topic> created) {
            // another process may have deleted the one of this name that is remembered here
            reader.forget(created.value().name());
        }
        return answer;
    }

    /**
     * Deletes a topic. Once this has answered, nothing can be read from it or appended to it, and its name is free.
     *
     * @return the topic as it was, or UNKNOWN_TOPIC_OR_PARTITION
     */
    public Answer<Topic> delete(TopicName name) {
        Answer<Topic> answer = deletion.delete(name);
        reader.forget(name);
        return answer;
    }

    /** The topic, or UNKNOWN_TOPIC_OR_PARTITION. Its config describes itself. */
    public Answer<Topic> describe(TopicName name) {
        return table.findLive(name).map(TopicItem::topic);
    }

    /**
     * One page of all topics, nearly in the order of their names ('.' counts as '_').
     *
     * @param after {@link TopicPage#next} of the page before, absent for the first
     */
    public TopicPage list(Optional<String> after) {
        return table.page(after);
    }

    /**
     * Changes configs, all or none, judged together. Changes of one topic at one time are made one after the other;
     * none is lost.
     *
     * @return the topic as it is then, or UNKNOWN_TOPIC_OR_PARTITION, INVALID_CONFIG, INVALID_REQUEST for a config that
     *     is named twice, REQUEST_TIMED_OUT
     */
    public Answer<Topic> alterConfigs(TopicName name, List<ConfigChange> changes) {
        Answer<Topic> answer = alteration.alter(name, changes);
        reader.forget(name);
        return answer;
    }
}
