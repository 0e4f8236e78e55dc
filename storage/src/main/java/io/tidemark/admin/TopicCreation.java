package io.tidemark.admin;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Condition;
import io.tidemark.store.Environment;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates topics. Thread-safe. */
final class TopicCreation {
    /** Tries to put the topic item, each but the first behind a deletion that it ended. */
    static final int MAX_TRIES = 5;

    /** A create that takes longer commits nothing: from an hour on its heads may be purged. */
    static final Duration MAX_TIME = Duration.ofMinutes(15);

    /** How far the object ids of the first appends may lie before the create. */
    static final Duration FLOOR_MARGIN = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(TopicCreation.class);

    private final ItemStore items;
    private final Environment environment;
    private final TopicTable topics;
    private final TopicDeletion deletion;
    private final PartitionWrites partitions;

    TopicCreation(ItemStore items, Environment environment) {
        this.items = items;
        this.environment = environment;
        this.topics = new TopicTable(items);
        this.deletion = new TopicDeletion(items, environment);
        this.partitions = new PartitionWrites(environment.executor());
    }

    Answer<Topic> create(NewTopic request) {
        return TopicName.parse(request.name()).then(name -> create(name, request));
    }

    private Answer<Topic> create(TopicName name, NewTopic request) {
        Optional<Topic> there = topics.at(name).map(TopicItem::topic);
        if (there.isPresent() && !there.get().deleting()) {
            return TopicTable.taken(name, there.get());
        }
        Instant now = environment.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        return request.topic(name, TopicId.random(environment.random()), now).then(this::create);
    }

    private Answer<Topic> create(Topic topic) {
        PurgeEntry entry =
                new PurgeEntry(topic.id(), topic.name(), topic.partitionCount(), Cause.CREATING, topic.createdAt());
        items.put(PurgeEntry.key(topic.id()), entry.encode(), List.of());
        putHeads(topic);
        Answer<Topic> answer = commit(topic);
        if (answer instanceof Answer.Given<Topic>) {
            remove(entry);
        }
        return answer;
    }

    private void putHeads(Topic topic) {
        Item head =
                Head.empty(topic.createdAt().minus(FLOOR_MARGIN).toEpochMilli()).encode();
        List<Condition> isNew = List.of(LayoutVersion.noItem());
        partitions.forEach(topic, partition -> items.put(Head.key(partition), head, isNew));
    }

    /**
     * Puts the topic item, when need be behind a deletion that it ends. Where it is refused, the heads are left to the
     * purge, which the purge entry tells of them.
     */
    private Answer<Topic> commit(Topic topic) {
        for (int i = 0; i < MAX_TRIES && isInTime(topic); i++) {
            Optional<Topic> there = put(topic);
            if (there.isEmpty()) {
                return Answer.of(topic);
            }
            if (!there.get().deleting()) {
                return TopicTable.taken(topic.name(), there.get());
            }
            deletion.finish(there.get());
        }
        return Answer.refused(
                KafkaError.REQUEST_TIMED_OUT,
                "The topic " + topic.name() + " could not be created in time beside other changes of it. Try again.");
    }

    /**
     * Puts the topic item; what was there instead, if anything. After a reply that got lost the item tells whose it is.
     * The put is not sent again: the topic may have been created by it, and deleted since, with its heads.
     */
    private Optional<Topic> put(Topic topic) {
        ItemKey key = TopicItem.key(topic.name());
        try {
            return items.put(key, TopicItem.first(topic).encode(), List.of(LayoutVersion.noItem()))
                            instanceof WriteOutcome.Refused refused
                    ? Optional.of(TopicItem.decode(key, refused.current().orElseThrow())
                            .topic())
                    : Optional.empty();
        } catch (StoreUnavailableException e) {
            boolean own = e.effect() == Effect.UNKNOWN
                    && topics.at(topic.name())
                            .filter(item -> item.topic().id().equals(topic.id()))
                            .isPresent();
            if (own) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private boolean isInTime(Topic topic) {
        Duration taken = Duration.between(topic.createdAt(), environment.clock().instant());
        return taken.compareTo(MAX_TIME) <= 0;
    }

    /** The topic is there, with or without this; a purge finds the topic alive and removes the entry later. */
    private void remove(PurgeEntry entry) {
        try {
            items.delete(PurgeEntry.key(entry.topic()), entry.isUnchanged());
        } catch (StoreUnavailableException e) {
            LOG.atWarn()
                    .addKeyValue("topic", entry.name())
                    .setCause(e)
                    .log("left a purge entry behind a created topic");
        }
    }
}
