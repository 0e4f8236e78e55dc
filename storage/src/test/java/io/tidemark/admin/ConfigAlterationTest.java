package io.tidemark.admin;

import static io.tidemark.admin.AdminWorld.error;
import static io.tidemark.admin.AdminWorld.given;
import static io.tidemark.admin.AdminWorld.request;
import static io.tidemark.topic.ConfigChange.reset;
import static io.tidemark.topic.ConfigChange.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.DueEntry;
import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.ItemKey;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConfigAlterationTest {
    private static final TopicName ORDERS = new TopicName("orders");
    private static final List<String> NAMES = List.of("retention.ms", "segment.ms", "flush.ms", "retention.bytes");
    private static final int SCHEDULES = 200;

    private final AdminWorld world = new AdminWorld(2);
    private final Topics topics = world.topics();

    @BeforeEach
    void createTopic() {
        given(topics.create(request("orders", 1)));
    }

    @Test
    void changesAreMadeTogether() {
        given(topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), set("segment.ms", "6"))));

        Topic altered = given(topics.alterConfigs(ORDERS, List.of(reset("retention.ms"), set("flush.ms", "7"))));

        assertThat(altered.config().overrides()).isEqualTo(Map.of("segment.ms", "6", "flush.ms", "7"));
        assertThat(given(topics.describe(ORDERS))).isEqualTo(altered);
    }

    @Test
    void oneInvalidChangeRefusesAll() {
        for (Answer<Topic> answer : List.of(
                topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), set("segment.ms", "0"))),
                topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), set("nope", "1"))),
                topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), reset("nope"))))) {
            assertThat(error(answer)).isEqualTo(KafkaError.INVALID_CONFIG);
        }
        assertThat(error(topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), reset("retention.ms")))))
                .isEqualTo(KafkaError.INVALID_REQUEST);
        assertThat(given(topics.describe(ORDERS)).config().overrides()).isEmpty();
    }

    @Test
    void changesAreJudgedByTheirResultAlone() {
        given(topics.alterConfigs(ORDERS, List.of(set("max.compaction.lag.ms", "5"))));

        assertThat(error(topics.alterConfigs(ORDERS, List.of(set("min.compaction.lag.ms", "6")))))
                .isEqualTo(KafkaError.INVALID_CONFIG);
        given(topics.alterConfigs(
                ORDERS, List.of(set("min.compaction.lag.ms", "6"), set("max.compaction.lag.ms", "7"))));
    }

    @Test
    void aChangeThatChangesNothingWritesNothing() {
        given(topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"))));

        given(topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"), reset("segment.ms"))));
        given(topics.alterConfigs(ORDERS, List.of()));

        assertThat(revision()).isEqualTo(1);
    }

    @Test
    void aChangeMakesThePartitionsDue() {
        given(topics.alterConfigs(ORDERS, List.of(set("retention.ms", "5"))));

        Topic topic = given(topics.describe(ORDERS));
        Instant now = world.environment.clock().instant();
        DueEntry entry = DueEntry.notBefore(ORDERS, topic.partition(0), now);
        assertThat(world.items.get(entry.key())).isPresent();
    }

    @Test
    void aLostRaceIsRunAgainUpToTheLimit() {
        assertThat(alterAgainst(ConfigAlteration.MAX_TRIES - 1)).isInstanceOf(Answer.Given.class);
        assertThat(error(alterAgainst(ConfigAlteration.MAX_TRIES))).isEqualTo(KafkaError.REQUEST_TIMED_OUT);
    }

    @Test
    void noneOfSeveralChangesAtOneTimeIsLost() throws InterruptedException {
        Random seeds = new Random(1);
        for (int i = 0; i < SCHEDULES; i++) {
            long seed = seeds.nextLong();
            AdminWorld fresh = new AdminWorld(seed);
            given(fresh.topics().create(request("orders", 1)));
            Interleaving interleaving = new Interleaving(seed, 0, () -> {});
            List<Runnable> operations = new ArrayList<>();
            for (String name : NAMES) {
                Topics own = fresh.topics(interleaving.over(fresh.items));
                operations.add(() -> given(own.alterConfigs(ORDERS, List.of(set(name, "7")))));
            }
            interleaving.run(operations);

            assertThat(given(fresh.topics().describe(ORDERS)).config().overrides())
                    .as("seed " + seed)
                    .containsOnlyKeys(NAMES);
        }
    }

    /** Alters while, before each of the first {@code rivals} updates, another alteration gets in between. */
    private Answer<Topic> alterAgainst(int rivals) {
        WatchedItemStore raced = new WatchedItemStore(world.items) {
            private int calls;

            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                calls++;
                boolean update = calls % 2 == 0;
                if (update && calls / 2 <= rivals) {
                    given(topics.alterConfigs(ORDERS, List.of(set("flush.ms", rivals + "0" + calls))));
                }
                return call.get();
            }
        };
        return world.topics(raced).alterConfigs(ORDERS, List.of(set("retention.ms", "1" + rivals)));
    }

    private long revision() {
        ItemKey key = TopicItem.key(ORDERS);
        return TopicItem.decode(key, world.items.get(key).orElseThrow()).revision();
    }
}
