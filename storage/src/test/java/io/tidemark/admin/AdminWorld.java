package io.tidemark.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.TopicItem;
import io.tidemark.partition.TopicReader;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A store in memory, a clock that a test moves, and what must hold of topics at every moment. */
final class AdminWorld {
    static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final int MAX_PURGE_ENTRIES = 1_000;
    private static final String HEAD = "H";

    final ItemStore items;
    final Environment environment;
    private final Set<ItemKey> headsTouched = ConcurrentHashMap.newKeySet();
    private volatile Instant now = START;

    AdminWorld(long seed) {
        InstantSource clock = () -> now;
        this.environment =
                new Environment(clock.withZone(ZoneOffset.UTC), new Random(seed), pause -> {}, Runnable::run);
        this.items = new WatchedItemStore(EmbeddedStore.inMemory().items()) {
            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                if (key.sort().equals(HEAD)) {
                    headsTouched.add(key);
                }
                return call.get();
            }
        };
    }

    Topics topics() {
        return topics(items);
    }

    /** The operations in a process that sees the store through {@code seen}. */
    Topics topics(ItemStore seen) {
        return new Topics(seen, environment, new TopicReader(seen, environment.clock()));
    }

    void passes(Duration time) {
        now = now.plus(time);
    }

    Optional<Topic> stored(String name) {
        ItemKey key = TopicItem.key(new TopicName(name));
        return items.get(key).map(item -> TopicItem.decode(key, item).topic());
    }

    List<PurgeEntry> purgeEntries() {
        ItemPage page = items.query(PurgeEntry.range(MAX_PURGE_ENTRIES));
        assertThat(page.next()).isEmpty();
        return page.entries().stream()
                .map(entry -> PurgeEntry.decode(entry.key(), entry.item()))
                .toList();
    }

    Optional<PurgeEntry> purgeEntry(TopicId id) {
        return purgeEntries().stream().filter(entry -> entry.topic().equals(id)).findFirst();
    }

    long heads(Topic topic) {
        return IntStream.range(0, topic.partitionCount())
                .filter(i -> items.get(Head.key(topic.partition(i))).isPresent())
                .count();
    }

    /**
     * A topic has all of its heads, unless a purge entry tells of its deletion; and every head there is belongs to the
     * topic of this name or is told of by a purge entry.
     */
    void assertSound(String name, String where) {
        Optional<Topic> stored = stored(name);
        stored.filter(topic -> !topic.deleting())
                .ifPresent(topic -> assertThat(heads(topic)).as(where).isEqualTo(topic.partitionCount()));
        stored.filter(Topic::deleting)
                .ifPresent(topic -> assertThat(purgeEntry(topic.id())).as(where).isPresent());
        Set<TopicId> told = new HashSet<>();
        purgeEntries().forEach(entry -> told.add(entry.topic()));
        stored.ifPresent(topic -> told.add(topic.id()));
        for (ItemKey head : headsTouched) {
            if (items.get(head).isPresent()) {
                assertThat(told.stream().map(id -> Head.key(new PartitionId(id, partition(head)))))
                        .as(where)
                        .contains(head);
            }
        }
    }

    static NewTopic request(String name, int partitions) {
        return new NewTopic(name, Optional.of(partitions), Map.of());
    }

    static <T> T given(Answer<T> answer) {
        assertThat(answer).isInstanceOf(Answer.Given.class);
        return ((Answer.Given<T>) answer).value();
    }

    static KafkaError error(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<?>) answer).refusal().error();
    }

    private static int partition(ItemKey head) {
        return Integer.parseInt(head.partition().substring(head.partition().lastIndexOf('#') + 1));
    }
}
