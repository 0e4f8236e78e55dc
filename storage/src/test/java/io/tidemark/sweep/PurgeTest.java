package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.CompactionCursor;
import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.layout.TopicItem;
import io.tidemark.store.Item;
import io.tidemark.store.ItemPage;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.Value;
import io.tidemark.sweep.WatchedStores.Stop;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PurgeTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MILLI = Duration.ofMillis(1);

    private final SweepWorld world = new SweepWorld(41);

    @Test
    void everyItemOfADeletedTopicGoesAndItsObjectsAreSwept() {
        Topic topic = filled("orders");
        Topic other = filled("others");
        CompactionCursor cursor = new CompactionCursor(0, 20, 10, Set.of());
        world.store.items().put(CompactionCursor.key(topic.partition(0)), cursor.encode(), List.of());
        world.tidemark().topics().delete(topic.name());
        assertThat(world.items(topic.partition(0))).isNotEmpty();

        Purged purged = purge();

        assertThat(purged.entries()).isEqualTo(1);
        assertThat(purged.itemsRemoved()).isGreaterThan(2);
        assertThat(world.items(topic.partition(0))).isEmpty();
        assertThat(world.items(topic.partition(1))).isEmpty();
        assertThat(entry(topic).map(PurgeEntry::cause)).contains(Cause.PURGED);
        world.passes(Duration.ofDays(2));
        world.swept();
        assertThat(world.keys("segments/" + topic.id())).isEmpty();
        assertThat(world.readAll(other, 0)).isEqualTo(40);
        world.assertSound("purged and swept");
    }

    @Test
    void whatAStalledWriterPutLaterGoesAnHourLater() {
        Topic topic = filled("orders");
        ItemPage.Entry page = world.items(topic.partition(1)).stream()
                .filter(entry -> entry.key().sort().startsWith("B#"))
                .findFirst()
                .orElseThrow();
        world.tidemark().topics().delete(topic.name());
        purge();
        world.store.items().put(page.key(), page.item(), List.of());
        world.passes(HOUR.minus(MILLI));
        assertThat(purge().entries()).isZero();
        assertThat(world.items(topic.partition(1))).hasSize(1);

        world.passes(MILLI);
        Purged second = purge();

        assertThat(second).isEqualTo(new Purged(1, 1, List.of()));
        assertThat(world.items(topic.partition(1))).isEmpty();
        assertThat(entry(topic)).isEmpty();
    }

    @Test
    void theSameNameCreatedAgainIsNotTouched() {
        Topic old = filled("orders");
        world.tidemark().topics().delete(old.name());
        Topic again = filled("orders");

        purge();
        world.passes(HOUR);
        purge();

        assertThat(world.items(old.partition(0))).isEmpty();
        assertThat(world.readAll(again, 0)).isEqualTo(40);
        assertThat(entry(old)).isEmpty();
        world.swept();
        assertThat(world.audit().findings()).isEmpty();
    }

    /** The entry of a deletion that stopped before it marked the topic. */
    @Test
    void aLiveTopicLosesItsEntryAnHourLaterAndNothingElse() {
        Topic topic = filled("orders");
        for (Cause cause : Cause.values()) {
            put(new PurgeEntry(topic.id(), topic.name(), 2, cause, world.now()));
            world.passes(HOUR.minus(MILLI));
            assertThat(purge().entries()).isZero();
            assertThat(entry(topic)).isPresent();

            world.passes(MILLI);
            assertThat(purge()).isEqualTo(new Purged(1, 0, List.of()));
            assertThat(entry(topic)).isEmpty();
        }
        assertThat(world.readAll(topic, 0)).isEqualTo(40);
    }

    @Test
    void aDeletionThatStoppedHalfwayIsEnded() {
        Topic topic = filled("orders");
        WatchedStores stopping = new WatchedStores(world.store).stopAt(4, Stop.AFTER);
        try {
            new Tidemark(stopping.objects(), stopping.items(), world.environment())
                    .topics()
                    .delete(topic.name());
        } catch (StoreUnavailableException stopped) {
            assertThat(stored(topic.name()))
                    .hasValueSatisfying(found -> assertThat(found.deleting()).isTrue());
        }
        assertThat(purge().entries()).as("somebody may be at it").isZero();

        world.passes(HOUR);
        purge();

        assertThat(stored(topic.name())).isEmpty();
        assertThat(world.items(topic.partition(1))).isEmpty();
    }

    /** A create puts its heads before the topic. */
    @Test
    void theHeadsOfACreateThatStoppedGoAnHourLater() {
        WatchedStores stopping = new WatchedStores(world.store).stopAt(5, Stop.BEFORE);
        try {
            new Tidemark(stopping.objects(), stopping.items(), world.environment())
                    .topics()
                    .create(new NewTopic("orders", Optional.of(2), Map.of()));
        } catch (StoreUnavailableException stopped) {
            assertThat(entries()).hasSize(1);
        }
        PurgeEntry left = entries().get(0);
        assertThat(left.cause()).isEqualTo(Cause.CREATING);
        assertThat(heads(left)).isEqualTo(2);
        world.passes(HOUR.minus(MILLI));
        purge();
        assertThat(heads(left)).isEqualTo(2);

        world.passes(MILLI);
        purge();
        assertThat(heads(left)).isZero();
        world.passes(HOUR);
        purge();
        assertThat(entries()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aPurgeThatStoppedAtAnyCallIsEndedByTheNext(Stop stop) {
        int calls = callsOfAPurge();
        for (int at = 1; at <= calls; at++) {
            String where = stop + " call " + at;
            SweepWorld own = new SweepWorld(at);
            Topic topic = filled(own, "orders");
            own.tidemark().topics().delete(topic.name());
            Topic again = filled(own, "orders");
            WatchedStores stopping = new WatchedStores(own.store).stopAt(at, stop);
            try {
                purge(own, stopping);
            } catch (StoreUnavailableException stopped) {
                assertThat(stopping.calls()).as(where).isGreaterThanOrEqualTo(at);
            }
            own.passes(HOUR);
            purge(own, new WatchedStores(own.store));
            own.passes(HOUR);
            purge(own, new WatchedStores(own.store));

            assertThat(own.items(topic.partition(0))).as(where).isEmpty();
            assertThat(own.items(topic.partition(1))).as(where).isEmpty();
            assertThat(own.store.items().query(PurgeEntry.range(9)).entries())
                    .as(where)
                    .isEmpty();
            assertThat(own.readAll(again, 0)).as(where).isEqualTo(40);
            own.passes(Duration.ofDays(2));
            own.swept();
            own.assertSound(where);
        }
    }

    @Test
    void anEntryThatIsPutAgainMeanwhileStays() {
        Topic topic = filled("orders");
        world.tidemark().topics().delete(topic.name());
        purge();
        world.passes(HOUR);
        PurgeEntry later = new PurgeEntry(topic.id(), topic.name(), 2, Cause.DELETING, world.now());
        WatchedStores watched = new WatchedStores(world.store);
        watched.beforeEach(call -> {
            if (call == 3) {
                put(later);
            }
        });

        purge(world, watched);

        assertThat(entry(topic)).contains(later);
    }

    @Test
    void oneBadEntryLeavesTheOthersAlone() {
        Topic topic = filled("orders");
        world.tidemark().topics().delete(topic.name());
        TopicId bad = TopicId.parse("00000000-0000-4000-8000-000000000001");
        world.store.items().put(PurgeEntry.key(bad), new Item(Map.of("v", Value.of(7))), List.of());

        Purged purged = purge();

        assertThat(purged.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.entry()).endsWith(bad.toString()))
                .satisfies(failure -> assertThat(failure.reason()).contains("layout version 7"));
        assertThat(world.items(topic.partition(0))).isEmpty();
    }

    @Test
    void aPurgeWithoutTimeLeavesItsEntryAsItIs() {
        Topic topic = filled("orders");
        world.tidemark().topics().delete(topic.name());
        int[] left = {2};

        Purged purged = new Purge(world.store.items(), world.environment()).run(world.now(), () -> left[0]-- <= 0);

        assertThat(purged.entries()).isZero();
        assertThat(entry(topic).map(PurgeEntry::cause)).contains(Cause.DELETING);
        assertThat(purge().entries()).isEqualTo(1);
    }

    /** Without a head a partition is not read or written any more, however much of it is left. */
    @Test
    void headsGoBeforeEverythingElse() {
        Topic topic = filled("orders");
        PurgeEntry halfway = new PurgeEntry(topic.id(), topic.name(), 2, Cause.CREATING, world.now());
        put(halfway);
        world.store.items().delete(TopicItem.key(topic.name()), List.of());
        world.passes(HOUR);
        assertThat(heads(halfway)).isEqualTo(2);
        AtomicInteger looks = new AtomicInteger();

        Purged purged =
                new Purge(world.store.items(), world.environment()).run(world.now(), () -> looks.getAndIncrement() > 0);

        assertThat(purged.itemsRemoved()).isZero();
        assertThat(heads(halfway)).isZero();
        assertThat(world.items(topic.partition(1))).isNotEmpty();
    }

    private int callsOfAPurge() {
        Topic topic = filled("orders");
        world.tidemark().topics().delete(topic.name());
        filled("orders");
        WatchedStores watched = new WatchedStores(world.store);
        purge(world, watched);
        return watched.calls();
    }

    private Topic filled(String name) {
        return filled(world, name);
    }

    /** Two partitions, of which the first has a segment, pages and a tail, and the second a page. */
    private static Topic filled(SweepWorld world, String name) {
        Topic topic = world.create(name, 2);
        for (int i = 0; i < 20; i++) {
            world.append(topic, 0, i);
        }
        world.merge();
        for (int i = 0; i < 20; i++) {
            world.append(topic, 0, 100 + i);
            world.append(topic, 1, 200 + i);
        }
        assertThat(world.items(topic.partition(1)).stream()
                        .filter(entry -> entry.key().equals(Page.key(topic.partition(1), 0))))
                .hasSize(1);
        return topic;
    }

    private Purged purge() {
        return purge(world, new WatchedStores(world.store));
    }

    private static Purged purge(SweepWorld world, WatchedStores stores) {
        return new Purge(stores.items(), world.environment()).run(world.now(), () -> false);
    }

    private void put(PurgeEntry entry) {
        world.store.items().put(PurgeEntry.key(entry.topic()), entry.encode(), List.of());
    }

    private List<PurgeEntry> entries() {
        return world.store.items().query(PurgeEntry.range(9)).entries().stream()
                .map(entry -> PurgeEntry.decode(entry.key(), entry.item()))
                .toList();
    }

    private Optional<PurgeEntry> entry(Topic topic) {
        return entries().stream()
                .filter(entry -> entry.topic().equals(topic.id()))
                .findFirst();
    }

    private long heads(PurgeEntry entry) {
        return IntStream.range(0, entry.partitionCount())
                .mapToObj(i -> Head.key(new PartitionId(entry.topic(), i)))
                .filter(key -> world.store.items().get(key).isPresent())
                .count();
    }

    private Optional<Topic> stored(TopicName name) {
        return world.store
                .items()
                .get(TopicItem.key(name))
                .map(item -> TopicItem.decode(TopicItem.key(name), item).topic());
    }
}
