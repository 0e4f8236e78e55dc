package io.tidemark.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.TopicItem;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TopicReaderTest {
    private static final TopicName ORDERS = new TopicName("orders");

    private final ItemStore items = EmbeddedStore.inMemory().items();
    private final Random random = new Random(4);
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private final InstantSource clock = () -> now;
    private final TopicReader reader = new TopicReader(items, clock.withZone(ZoneOffset.UTC));

    @Test
    void anUnknownTopicIsReadEachTime() {
        assertThat(reader.cached(ORDERS)).isEmpty();

        Topic topic = put("orders");

        assertThat(reader.cached(ORDERS)).contains(topic);
    }

    @Test
    void aKnownTopicIsReadAgainAfterItsTime() {
        Topic first = put("orders");
        assertThat(reader.cached(ORDERS)).contains(first);
        Topic second = put("orders");

        now = now.plus(TopicReader.MAX_AGE);
        assertThat(reader.cached(ORDERS)).contains(first);
        now = now.plusNanos(1);
        assertThat(reader.cached(ORDERS)).contains(second);
    }

    @Test
    void aClockThatWasSetBackKeepsNothing() {
        put("orders");
        reader.cached(ORDERS);
        Topic second = put("orders");

        now = now.minus(Duration.ofNanos(1));

        assertThat(reader.cached(ORDERS)).contains(second);
    }

    @Test
    void aFreshLookUpReadsAndIsKept() {
        put("orders");
        reader.cached(ORDERS);
        Topic second = put("orders");

        assertThat(reader.fresh(ORDERS)).contains(second);
        put("orders");
        assertThat(reader.cached(ORDERS)).contains(second);
    }

    @Test
    void aForgottenTopicIsReadAgain() {
        put("orders");
        reader.cached(ORDERS);
        Topic second = put("orders");

        reader.forget(ORDERS);

        assertThat(reader.cached(ORDERS)).contains(second);
    }

    @Test
    void aTopicThatIsGoneIsNotKept() {
        put("orders");
        reader.cached(ORDERS);
        items.delete(TopicItem.key(ORDERS), List.of());

        assertThat(reader.fresh(ORDERS)).isEmpty();
        assertThat(reader.cached(ORDERS)).isEmpty();
    }

    @Test
    void aTopicThatIsBeingDeletedIsNone() {
        put("orders");
        items.update(
                TopicItem.key(ORDERS),
                Update.builder().set(TopicItem.DELETING, Value.of(1)).build());

        assertThat(reader.fresh(ORDERS)).isEmpty();
    }

    @Test
    void aTopicOfACollidingNameIsNone() {
        Topic topic = put("a.b");

        assertThat(reader.fresh(new TopicName("a_b"))).isEmpty();
        assertThat(reader.fresh(new TopicName("a.b"))).contains(topic);
    }

    @Test
    void ofTooManyTheOneNotUsedForLongestIsForgotten() {
        Topic oldest = put("oldest");
        reader.cached(oldest.name());
        for (int i = 1; i < TopicReader.MAX_TOPICS; i++) {
            reader.cached(put("t" + i).name());
        }
        put("oldest");
        assertThat(reader.cached(oldest.name())).contains(oldest);
        Topic changed = put("t1");

        reader.cached(put("one-more").name());

        assertThat(reader.cached(changed.name())).contains(changed);
        assertThat(reader.cached(oldest.name())).contains(oldest);
    }

    private Topic put(String name) {
        Topic topic = new Topic(new TopicName(name), TopicId.random(random), 1, TopicConfig.DEFAULTS, now, false);
        items.put(TopicItem.key(topic.name()), TopicItem.first(topic).encode(), List.of());
        return topic;
    }
}
