package io.tidemark.admin;

import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.util.Optional;

/** Reads topic items, never from a cache. Thread-safe. */
final class TopicTable {
    /** Topics in one page of the list. */
    static final int PAGE_TOPICS = 500;

    private final ItemStore items;

    TopicTable(ItemStore items) {
        this.items = items;
    }

    /** The topic of this name, or of one that collides with it; also one that is being deleted. */
    Optional<TopicItem> at(TopicName name) {
        ItemKey key = TopicItem.key(name);
        return items.get(key).map(item -> TopicItem.decode(key, item));
    }

    /** The topic of exactly this name, also one that is being deleted, or UNKNOWN_TOPIC_OR_PARTITION. */
    Answer<TopicItem> find(TopicName name) {
        return at(name).filter(found -> found.topic().name().equals(name))
                .map(Answer::of)
                .orElseGet(() -> unknown(name));
    }

    /** As {@link #find}, but one that is being deleted is unknown, too. */
    Answer<TopicItem> findLive(TopicName name) {
        return find(name).then(found -> found.topic().deleting() ? unknown(name) : Answer.of(found));
    }

    TopicPage page(Optional<String> after) {
        ItemPage page = items.query(TopicItem.range(after, PAGE_TOPICS));
        return new TopicPage(
                page.entries().stream()
                        .map(entry ->
                                TopicItem.decode(entry.key(), entry.item()).topic())
                        .filter(topic -> !topic.deleting())
                        .toList(),
                page.next().flatMap(ItemRange::after));
    }

    static <T> Answer<T> unknown(TopicName name) {
        return Answer.refused(KafkaError.UNKNOWN_TOPIC_OR_PARTITION, "There is no topic " + name + ".");
    }

    /** The refusal of a new topic where {@code there} has the name, or one that collides with it. */
    static <T> Answer<T> taken(TopicName name, Topic there) {
        if (there.name().equals(name)) {
            return Answer.refused(KafkaError.TOPIC_ALREADY_EXISTS, "There is a topic " + name + " already.");
        }
        return Answer.refused(
                KafkaError.INVALID_TOPIC_EXCEPTION,
                "The topic name " + name + " collides with that of the topic " + there.name()
                        + ": names must differ by more than '.' and '_'.");
    }
}
