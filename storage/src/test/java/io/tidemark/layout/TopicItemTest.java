package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Answer;
import io.tidemark.store.Item;
import io.tidemark.store.Value;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TopicItemTest {
    private static final TopicItem NEW = TopicItem.first(new Topic(
            new TopicName("a.b_c"),
            TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
            3,
            TopicConfig.DEFAULTS,
            Instant.ofEpochMilli(1_700_000_000_123L),
            false));

    private static final TopicItem DELETING = new TopicItem(
            new Topic(
                    new TopicName("orders"),
                    TopicId.parse("7c9e6679-7425-40de-944b-e07fc1f90ae7"),
                    1_000,
                    config(Map.of("cleanup.policy", "", "retention.ms", " +5 ")),
                    Instant.ofEpochMilli(1_700_000_000_456L),
                    true),
            7);

    @Test
    void encodesToTheGoldenItems() {
        assertThat(encoded(NEW)).isEqualTo(GoldenItem.read("topic-new.txt"));
        assertThat(encoded(DELETING)).isEqualTo(GoldenItem.read("topic-deleting.txt"));
    }

    @Test
    void decodesTheGoldenItems() {
        assertThat(decoded(GoldenItem.read("topic-new.txt"))).isEqualTo(NEW);
        assertThat(decoded(GoldenItem.read("topic-deleting.txt"))).isEqualTo(DELETING);
    }

    @Test
    void collidingNamesHaveOneKey() {
        assertThat(TopicItem.key(new TopicName("a.b"))).isEqualTo(TopicItem.key(new TopicName("a_b")));
        assertThat(TopicItem.key(new TopicName("a.b"))).isNotEqualTo(TopicItem.key(new TopicName("a-b")));
    }

    @Test
    void refusesANewerLayout() {
        GoldenItem golden = GoldenItem.read("topic-new.txt");
        Item newer = golden.with("v", Value.of(LayoutVersion.CURRENT + 1));

        assertThatThrownBy(() -> TopicItem.decode(golden.key(), newer))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("topic a_b_c has layout version 2");
    }

    @Test
    void refusesDamagedConfigs() {
        GoldenItem golden = GoldenItem.read("topic-new.txt");
        Item unknown = golden.with("configs", new Value.Dictionary(Map.of("nope", Value.of("1"))));
        Item noText = golden.with("configs", new Value.Dictionary(Map.of("retention.ms", Value.of(1))));

        assertThatThrownBy(() -> TopicItem.decode(golden.key(), unknown))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("'nope'");
        assertThatThrownBy(() -> TopicItem.decode(golden.key(), noText))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("a map of texts");
    }

    @Test
    void refusesAnItemWithoutAnAttribute() {
        GoldenItem golden = GoldenItem.read("topic-new.txt");
        for (String name : golden.item().attributes().keySet()) {
            Map<String, Value> attributes = new HashMap<>(golden.item().attributes());
            attributes.remove(name);

            assertThatThrownBy(() -> TopicItem.decode(golden.key(), new Item(attributes)))
                    .isInstanceOf(UnreadableItemException.class)
                    .hasMessageContaining(name);
        }
    }

    private static GoldenItem encoded(TopicItem topic) {
        return new GoldenItem(TopicItem.key(topic.topic().name()), topic.encode());
    }

    private static TopicItem decoded(GoldenItem golden) {
        return TopicItem.decode(golden.key(), golden.item());
    }

    private static TopicConfig config(Map<String, String> overrides) {
        return ((Answer.Given<TopicConfig>) TopicConfig.of(overrides)).value();
    }
}
