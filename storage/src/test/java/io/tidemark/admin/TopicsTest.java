package io.tidemark.admin;

import static io.tidemark.admin.AdminWorld.error;
import static io.tidemark.admin.AdminWorld.given;
import static io.tidemark.admin.AdminWorld.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.Head;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.layout.TopicItem;
import io.tidemark.layout.UnreadableItemException;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TopicsTest {
    private static final TopicName ORDERS = new TopicName("orders");

    private final AdminWorld world = new AdminWorld(1);
    private final Topics topics = world.topics();

    @Test
    void aCreatedTopicIsDescribedAsItWasAskedFor() {
        Topic created = given(topics.create(new NewTopic("orders", Optional.of(3), Map.of("retention.ms", " 5"))));

        assertThat(created.name()).isEqualTo(ORDERS);
        assertThat(created.partitionCount()).isEqualTo(3);
        assertThat(created.config().overrides()).isEqualTo(Map.of("retention.ms", " 5"));
        assertThat(created.createdAt()).isEqualTo(AdminWorld.START);
        assertThat(given(topics.describe(ORDERS))).isEqualTo(created);
    }

    @Test
    void aCreatedTopicHasEmptyHeadsAndNoPurgeEntry() {
        Topic created = given(topics.create(request("orders", 3)));

        Head empty = Head.empty(AdminWorld.START.minusSeconds(300).toEpochMilli());
        for (int i = 0; i < 3; i++) {
            assertThat(world.items.get(Head.key(created.partition(i)))).contains(empty.encode());
        }
        assertThat(world.purgeEntries()).isEmpty();
    }

    @Test
    void withoutACountATopicHasOnePartition() {
        assertThat(given(topics.create(new NewTopic("a", Optional.empty(), Map.of())))
                        .partitionCount())
                .isEqualTo(1);
        assertThat(given(topics.create(request("b", -1))).partitionCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33, NewTopic.MAX_PARTITIONS - 1, NewTopic.MAX_PARTITIONS})
    void partitionCountsUpToTheLimitAreCreated(int count) {
        Topic created = given(topics.create(request("orders", count)));

        assertThat(created.partitionCount()).isEqualTo(count);
        assertThat(world.heads(created)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -2, 0, NewTopic.MAX_PARTITIONS + 1, Integer.MAX_VALUE})
    void otherPartitionCountsAreRefused(int count) {
        assertThat(error(topics.create(request("orders", count)))).isEqualTo(KafkaError.INVALID_PARTITIONS);
        assertThat(world.stored("orders")).isEmpty();
        assertThat(world.purgeEntries()).isEmpty();
    }

    @Test
    void refusalsComeInKafkasOrder() {
        NewTopic wrongEverywhere = new NewTopic("or ders", Optional.of(0), Map.of("nope", "1"));
        NewTopic wrongInside = new NewTopic("orders", Optional.of(0), Map.of("nope", "1"));

        assertThat(error(topics.create(wrongEverywhere))).isEqualTo(KafkaError.INVALID_TOPIC_EXCEPTION);
        assertThat(error(topics.create(wrongInside))).isEqualTo(KafkaError.INVALID_CONFIG);
        given(topics.create(request("orders", 1)));
        assertThat(error(topics.create(wrongInside))).isEqualTo(KafkaError.TOPIC_ALREADY_EXISTS);
    }

    @Test
    void aNameThatIsTakenIsRefused() {
        Topic first = given(topics.create(request("orders", 1)));

        assertThat(error(topics.create(request("orders", 2)))).isEqualTo(KafkaError.TOPIC_ALREADY_EXISTS);
        assertThat(given(topics.describe(ORDERS))).isEqualTo(first);
    }

    @Test
    void aNameThatCollidesIsRefusedAndUnknown() {
        given(topics.create(request("a.b", 1)));

        assertThat(error(topics.create(request("a_b", 1)))).isEqualTo(KafkaError.INVALID_TOPIC_EXCEPTION);
        assertThat(error(topics.describe(new TopicName("a_b")))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(topics.delete(new TopicName("a_b")))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(given(topics.describe(new TopicName("a.b"))).name().value()).isEqualTo("a.b");
    }

    @Test
    void anUnknownTopicIsRefused() {
        assertThat(error(topics.describe(ORDERS))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(topics.delete(ORDERS))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(topics.alterConfigs(ORDERS, List.of()))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(world.purgeEntries()).isEmpty();
    }

    @Test
    void aDeletedTopicLeavesNoHeadAndAPurgeEntry() {
        Topic created = given(topics.create(request("orders", 3)));
        world.passes(Duration.ofMillis(7));

        assertThat(given(topics.delete(ORDERS))).isEqualTo(created);

        assertThat(world.stored("orders")).isEmpty();
        assertThat(world.heads(created)).isZero();
        assertThat(world.purgeEntries())
                .containsExactly(
                        new PurgeEntry(created.id(), ORDERS, 3, Cause.DELETING, AdminWorld.START.plusMillis(7)));
        assertThat(error(topics.delete(ORDERS))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aTopicThatIsCreatedAgainHasAnotherId() {
        Topic first = given(topics.create(request("orders", 2)));
        given(topics.delete(ORDERS));

        Topic second = given(topics.create(request("orders", 1)));

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(world.heads(first)).isZero();
        assertThat(world.heads(second)).isEqualTo(1);
    }

    @Test
    void aTopicThatIsBeingDeletedIsUnknownButForItsDeletion() {
        Topic created = given(topics.create(request("orders", 2)));
        markDeleting(ORDERS);

        assertThat(error(topics.describe(ORDERS))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(topics.list(Optional.empty()).topics()).isEmpty();
        assertThat(error(topics.alterConfigs(ORDERS, List.of()))).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(given(topics.delete(ORDERS)).id()).isEqualTo(created.id());
        assertThat(world.heads(created)).isZero();
    }

    @Test
    void aCreateEndsTheDeletionOfACollidingName() {
        Topic old = given(topics.create(request("a.b", 2)));
        markDeleting(old.name());

        Topic created = given(topics.create(request("a_b", 1)));

        assertThat(world.heads(old)).isZero();
        assertThat(world.stored("a_b")).contains(created);
        assertThat(world.purgeEntries()).extracting(PurgeEntry::topic).containsExactly(old.id());
    }

    @Test
    void theListIsPagedAndComplete() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < TopicTable.PAGE_TOPICS + 1; i++) {
            names.add(String.format("t%04d", i));
            given(topics.create(request(names.get(i), 1)));
            if (i < TopicTable.PAGE_TOPICS - 1) {
                continue;
            }
            assertThat(listed()).isEqualTo(names);
        }
        assertThat(topics.list(Optional.empty()).topics()).hasSize(TopicTable.PAGE_TOPICS);
    }

    @Test
    void anItemOfANewerLayoutIsRefused() {
        given(topics.create(request("orders", 1)));
        world.items.update(
                TopicItem.key(ORDERS),
                Update.builder().set(Path.of("v"), Value.of(2)).build());

        assertThatThrownBy(() -> topics.describe(ORDERS))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining("topic orders has layout version 2");
        assertThatThrownBy(() -> topics.create(request("orders", 1))).isInstanceOf(UnreadableItemException.class);
        assertThatThrownBy(() -> topics.delete(ORDERS)).isInstanceOf(UnreadableItemException.class);
    }

    @Test
    void aTopicOfTheDefaultConfigsHasNone() {
        assertThat(given(topics.create(request("orders", 1))).config()).isEqualTo(TopicConfig.DEFAULTS);
    }

    private List<String> listed() {
        List<String> names = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            TopicPage page = topics.list(after);
            page.topics().forEach(topic -> names.add(topic.name().value()));
            after = page.next();
        } while (after.isPresent());
        return names;
    }

    private void markDeleting(TopicName name) {
        world.items.update(
                TopicItem.key(name),
                Update.builder().set(TopicItem.DELETING, Value.of(1)).build());
    }
}
