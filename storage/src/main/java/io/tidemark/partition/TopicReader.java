package io.tidemark.partition;

import io.tidemark.layout.TopicItem;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks topics up. A topic that is being deleted is none. Thread-safe.
 *
 * <p>Only what is found is kept: an unknown name is read from the store each time, so a new topic is seen at once.
 */
public final class TopicReader {
    /** How long an answer may be behind the store. */
    public static final Duration MAX_AGE = Duration.ofSeconds(30);

    /** More topics than this push out the one that was looked up longest ago. */
    public static final int MAX_TOPICS = 1_000;

    private final ItemStore items;
    private final Clock clock;
    private final Map<TopicName, Seen> seen = new LinkedHashMap<>(16, 0.75f, true);

    private record Seen(Topic topic, Instant at) {}

    public TopicReader(ItemStore items, Clock clock) {
        this.items = items;
        this.clock = clock;
    }

    /** The topic as the store held it at most {@link #MAX_AGE} ago; one that is not known here is read. */
    public Optional<Topic> cached(TopicName name) {
        Optional<Topic> recent = recent(name);
        return recent.isPresent() ? recent : fresh(name);
    }

    /** The topic as the store holds it. */
    public Optional<Topic> fresh(TopicName name) {
        Instant now = clock.instant();
        ItemKey key = TopicItem.key(name);
        Optional<Topic> topic = items.get(key)
                .map(item -> TopicItem.decode(key, item).topic())
                .filter(found -> found.name().equals(name) && !found.deleting());
        keep(name, topic, now);
        return topic;
    }

    /** Makes the next look-up of this name go to the store. */
    public synchronized void forget(TopicName name) {
        seen.remove(name);
    }

    private synchronized Optional<Topic> recent(TopicName name) {
        return Optional.ofNullable(seen.get(name))
                .filter(found -> isRecent(found.at()))
                .map(Seen::topic);
    }

    /** A clock that was set back makes an answer old, not young. */
    private boolean isRecent(Instant at) {
        Duration age = Duration.between(at, clock.instant());
        return !age.isNegative() && age.compareTo(MAX_AGE) <= 0;
    }

    private synchronized void keep(TopicName name, Optional<Topic> topic, Instant at) {
        if (topic.isEmpty()) {
            seen.remove(name);
            return;
        }
        seen.put(name, new Seen(topic.get(), at));
        if (seen.size() > MAX_TOPICS) {
            seen.remove(seen.keySet().iterator().next());
        }
    }
}
