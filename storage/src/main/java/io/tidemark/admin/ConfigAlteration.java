package io.tidemark.admin;

import io.tidemark.layout.DueEntry;
import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.ConfigChange;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Changes a topic's configs, all or none, and has maintenance look at its partitions: one that is idle would otherwise
 * stand in the queue for when the old configs have something for it to do. Thread-safe.
 */
final class ConfigAlteration {
    /** Tries against others that change the same topic's configs. */
    static final int MAX_TRIES = 10;

    private static final int MAX_PAUSE_MS = 50;

    private final ItemStore items;
    private final Environment environment;
    private final TopicTable topics;
    private final PartitionWrites partitions;

    ConfigAlteration(ItemStore items, Environment environment) {
        this.items = items;
        this.environment = environment;
        this.topics = new TopicTable(items);
        this.partitions = new PartitionWrites(environment.executor());
    }

    Answer<Topic> alter(TopicName name, List<ConfigChange> changes) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Answer<TopicItem> read = topics.findLive(name);
            Answer<TopicConfig> altered =
                    read.then(found -> found.topic().config().altered(changes));
            if (altered instanceof Answer.Refused<TopicConfig> refused) {
                return Answer.refused(refused.refusal());
            }
            TopicItem found = ((Answer.Given<TopicItem>) read).value();
            TopicConfig config = ((Answer.Given<TopicConfig>) altered).value();
            if (config.equals(found.topic().config()) || commit(found, config)) {
                // also where nothing changed: whoever died before here, or got no answer, asks again
                noteDue(found.topic());
                return Answer.of(found.topic().withConfig(config));
            }
            environment.pause().pause(Duration.ofMillis(environment.random().nextInt(MAX_PAUSE_MS)));
        }
        return Answer.refused(
                KafkaError.REQUEST_TIMED_OUT,
                "The configs of the topic " + name + " are being changed by many at once. Try again.");
    }

    private void noteDue(Topic topic) {
        Instant now = environment.clock().instant();
        partitions.forEach(topic, partition -> {
            DueEntry entry = DueEntry.notBefore(topic.name(), partition, now);
            items.put(entry.key(), entry.encode(), List.of());
        });
    }

    /** Whether the topic was as it was read. */
    private boolean commit(TopicItem read, TopicConfig config) {
        Update.Builder update = Update.builder();
        read.isUnchanged().forEach(update::when);
        update.set(TopicItem.CONFIGS, TopicItem.encode(config)).add(TopicItem.REVISION, 1);
        return items.update(TopicItem.key(read.topic().name()), update.build()) instanceof WriteOutcome.Applied;
    }
}
