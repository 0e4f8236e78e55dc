package io.tidemark.admin;

import io.tidemark.layout.Head;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Deletes topics. What a topic has beside its heads is removed later, by the purge. Thread-safe. */
final class TopicDeletion {
    private final ItemStore items;
    private final Clock clock;
    private final TopicTable topics;
    private final PartitionWrites partitions;

    TopicDeletion(ItemStore items, Environment environment) {
        this.items = items;
        this.clock = environment.clock();
        this.topics = new TopicTable(items);
        this.partitions = new PartitionWrites(environment.executor());
    }

    /** Deletes the topic, or ends a deletion that stopped halfway; UNKNOWN_TOPIC_OR_PARTITION where there is none. */
    Answer<Topic> delete(TopicName name) {
        return topics.find(name).then(found -> {
            putPurgeEntry(found.topic());
            if (!mark(found.topic())) {
                return TopicTable.unknown(name);
            }
            remove(found.topic());
            return Answer.of(found.topic());
        });
    }

    /** Ends the deletion of a topic that is marked, whoever began it. */
    void finish(Topic deleting) {
        putPurgeEntry(deleting);
        remove(deleting);
    }

    private void putPurgeEntry(Topic topic) {
        PurgeEntry entry = new PurgeEntry(
                topic.id(),
                topic.name(),
                topic.partitionCount(),
                Cause.DELETING,
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
        items.put(PurgeEntry.key(topic.id()), entry.encode(), List.of());
    }

    /** Whether the topic was still there to be marked. */
    private boolean mark(Topic topic) {
        Update.Builder update = Update.builder();
        TopicItem.isStill(topic.id()).forEach(update::when);
        WriteOutcome outcome = items.update(
                TopicItem.key(topic.name()),
                update.set(TopicItem.DELETING, Value.of(1)).build());
        return outcome instanceof WriteOutcome.Applied;
    }

    /** Heads first: when the name is free, no append under the old id can succeed any more. */
    private void remove(Topic topic) {
        partitions.forEach(topic, partition -> items.delete(Head.key(partition), List.of()));
        items.delete(TopicItem.key(topic.name()), TopicItem.isStill(topic.id()));
    }
}
