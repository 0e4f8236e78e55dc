package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Tidemark;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.SweepCursor;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.store.Item;
import io.tidemark.store.ItemPage;
import io.tidemark.store.Value;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SweepTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MILLI = Duration.ofMillis(1);

    private final SweepWorld world = new SweepWorld(31);

    @Test
    void anUnnamedObjectGoesWhenItIsOlderThanTheGrace() {
        String older = world.garbage(HOUR.plus(MILLI));
        String asOld = world.garbage(HOUR);
        String younger = world.garbage(HOUR.minus(MILLI));

        Swept swept = world.swept();

        assertThat(world.exists(older)).isFalse();
        assertThat(world.exists(asOld)).isTrue();
        assertThat(world.exists(younger)).isTrue();
        assertThat(swept.finished()).isTrue();
        assertThat(swept.objectsListed()).isEqualTo(3);
        assertThat(swept.objectsDeleted()).isEqualTo(1);
        assertThat(swept.bytesDeleted()).isEqualTo("garbage".length());
        assertThat(swept.cursor().done()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 129})
    void everyPartitionIsMarkedHoweverManyTopicsThereAre(int topics) {
        for (int i = 0; i < topics; i++) {
            world.append(world.create("t" + i, 1), 0, 5);
        }
        world.passes(DAY);
        world.garbage(DAY);

        Swept swept = world.swept();

        assertThat(swept.partitionsMarked()).isEqualTo(topics);
        assertThat(swept.objectsDeleted()).isEqualTo(1);
    }

    @Test
    void anUnnamedSegmentStaysADayLonger() {
        Topic topic = world.create("orders", 1);
        String older = world.segmentGarbage(topic.partition(0), HOUR.plus(DAY).plus(MILLI));
        String asOld = world.segmentGarbage(topic.partition(0), HOUR.plus(DAY));

        assertThat(world.swept().objectsDeleted()).isEqualTo(1);

        assertThat(world.exists(older)).isFalse();
        assertThat(world.exists(asOld)).isTrue();
    }

    @Test
    void whatTailPagesAndSegmentsNameStays() {
        Topic topic = world.create("orders", 2);
        for (int i = 0; i < 40; i++) {
            world.append(topic, 0, i);
        }
        world.merge();
        for (int i = 0; i < 20; i++) {
            world.append(topic, 0, 100 + i);
            world.append(topic, 1, 200 + i);
        }
        Head head = world.head(topic.partition(0));
        assertThat(head.offsets().merged()).isEqualTo(40);
        assertThat(head.offsets().sealed()).isEqualTo(56);
        assertThat(head.tail()).hasSize(4);
        world.passes(DAY.multipliedBy(7));

        Swept swept = world.swept();

        assertThat(swept.objectsDeleted()).as("batch objects that were merged").isEqualTo(40);
        assertThat(world.readAll(topic, 0)).isEqualTo(60);
        assertThat(world.readAll(topic, 1)).isEqualTo(20);
        world.assertSound("swept");
        assertThat(world.audit().unnamedObjects()).isZero();
    }

    @Test
    void aStalledAppendIsRefusedOnceItsObjectMayBeSwept() {
        Topic topic = world.create("orders", 1);
        Answer<?> late = appendStalled(topic, HOUR.plus(MILLI));

        assertThat(((Answer.Refused<?>) late).refusal().error()).isEqualTo(KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.keys("data/")).isEmpty();
        assertThat(world.head(topic.partition(0)).offsets().high()).isZero();
    }

    @Test
    void aStalledAppendWhoseObjectIsKeptGetsThrough() {
        Topic topic = world.create("orders", 1);
        Answer<?> late = appendStalled(topic, HOUR);

        assertThat(late).isInstanceOf(Answer.Given.class);
        assertThat(world.readAll(topic, 0)).isEqualTo(1);
        world.assertSound("appended late");
    }

    /** Between the put of the object and the update of the head the time passes, and a sweep runs. */
    private Answer<?> appendStalled(Topic topic, Duration time) {
        WatchedStores stalling = new WatchedStores(world.store);
        stalling.beforeEach(call -> {
            boolean stored = !world.keys("data/").isEmpty();
            if (stored && world.now().equals(SweepWorld.START)) {
                world.passes(time);
                world.swept();
            }
        });
        Tidemark tidemark = new Tidemark(stalling.objects(), stalling.items(), world.environment());
        return SweepWorld.produce(tidemark, topic, 0, 5);
    }

    @Test
    void keysOfAnotherLayoutAreLeftAlone() {
        for (String key : List.of("data/00/readme", "data/zz", "segments/a/b", "other/x")) {
            world.store.objects().putIfAbsent(key, Bytes.utf8("x"));
        }

        assertThat(world.swept().objectsDeleted()).isZero();
        assertThat(world.keys("")).hasSize(4);
    }

    @Test
    void aSweepIsDueADayAfterTheLastOneBegan() {
        Sweep sweep = world.sweep();
        assertThat(sweep.run(world.now(), false, () -> false)).isPresent();
        Instant begun = world.now();

        assertThat(sweep.run(begun.plus(DAY).minus(MILLI), false, () -> false)).isEmpty();
        assertThat(sweep.run(begun.plus(DAY), false, () -> false)).isPresent();
        assertThat(sweep.run(begun.plus(DAY).plus(HOUR), true, () -> false)).isPresent();
    }

    @Test
    void theGraceHasAFloor() {
        assertThatThrownBy(() ->
                        new Sweep(world.store.objects(), world.store.items(), world.environment(), HOUR.minus(MILLI)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT1H or more");
        Sweep patient = new Sweep(world.store.objects(), world.store.items(), world.environment(), HOUR.plus(MILLI));
        String kept = world.garbage(HOUR.plus(MILLI));
        String swept = world.garbage(HOUR.plus(MILLI).plus(MILLI));

        patient.run(world.now(), false, () -> false);

        assertThat(world.exists(kept)).isTrue();
        assertThat(world.exists(swept)).isFalse();
    }

    @Test
    void aListingGoesOnInTheNextRuns() {
        Topic topic = world.create("orders", 1);
        world.append(topic, 0, 5);
        world.passes(DAY);
        IntStream.range(0, 2_500).forEach(i -> world.garbage(HOUR.plus(MILLI)));
        int runs = 0;
        long deleted = 0;
        boolean finished = false;
        while (!finished) {
            int[] left = {3};
            Swept swept =
                    world.sweep().run(world.now(), false, () -> left[0]-- <= 0).orElseThrow();
            deleted += swept.objectsDeleted();
            finished = swept.finished();
            runs++;
            world.passes(MILLI);
        }

        assertThat(runs).isBetween(3, 10);
        assertThat(deleted).isEqualTo(2_500);
        assertThat(world.readAll(topic, 0)).isEqualTo(1);
        world.assertSound("swept in several runs");
        assertThat(world.sweep().run(world.now(), false, () -> false)).isEmpty();
    }

    @Test
    void aRunWhoseTimeIsOverWhileItMarksDeletesNothing() {
        Topic topic = world.create("orders", 1);
        world.append(topic, 0, 5);
        world.passes(DAY);
        world.garbage(DAY);
        int[] asked = {0};

        Swept swept = world.sweep()
                .run(world.now(), false, () -> {
                    asked[0]++;
                    return asked[0] == 2;
                })
                .orElseThrow();

        assertThat(swept.finished()).isFalse();
        assertThat(swept.objectsListed()).isZero();
        assertThat(swept.cursor().isAtBeginning()).isTrue();
        assertThat(world.readAll(topic, 0)).isEqualTo(1);
        assertThat(world.swept().objectsDeleted()).isEqualTo(1);
    }

    @Test
    void whatDoesNotFitInMemoryIsJudgedInSeveralPasses() {
        Topic topic = world.create("orders", 1);
        IntStream.range(0, 300).forEach(i -> world.append(topic, 0, i));
        world.passes(DAY);
        IntStream.range(0, 400).forEach(i -> world.garbage(HOUR.plus(MILLI)));
        List<String> segments = new ArrayList<>();
        IntStream.range(0, 50)
                .forEach(i -> segments.add(world.segmentGarbage(topic.partition(0), DAY.multipliedBy(2))));
        Sweep narrow = new Sweep(world.store.objects(), world.store.items(), world.environment(), HOUR, 100);

        Swept swept = narrow.run(world.now(), false, () -> false).orElseThrow();

        assertThat(swept.finished()).isTrue();
        assertThat(swept.objectsDeleted()).isEqualTo(450);
        assertThat(world.keys("segments/")).isEmpty();
        assertThat(world.readAll(topic, 0)).isEqualTo(300);
    }

    @Test
    void aMissingHeadOfALiveTopicCancels() {
        Topic topic = world.create("orders", 2);
        String garbage = world.garbage(DAY);
        world.store.items().delete(Head.key(topic.partition(1)), List.of());

        assertThatThrownBy(world::swept)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no head");
        assertThat(world.exists(garbage)).isTrue();
    }

    @Test
    void aHeadOfATopicThatIsDeletedMeanwhileIsNoError() {
        Topic topic = world.create("orders", 2);
        world.append(topic, 1, 5);
        world.passes(DAY);
        WatchedStores watched = new WatchedStores(world.store);
        watched.beforeEach(call -> {
            if (call == 3) {
                world.tidemark().topics().delete(topic.name());
            }
        });
        Sweep sweep = new Sweep(watched.objects(), watched.items(), world.environment(), HOUR);

        assertThat(sweep.run(world.now(), true, () -> false).orElseThrow().finished())
                .isTrue();
        assertThat(world.keys("data/")).as("its objects have lost their names").isEmpty();
    }

    @Test
    void aLostDueEntryIsPutBack() {
        Topic topic = world.create("orders", 3, Map.of());
        world.append(topic, 0, 5);
        world.append(topic, 1, 6);
        DueEntry lost = onlyEntry(topic, 0);
        world.store.items().delete(lost.key(), List.of());
        DueEntry kept = onlyEntry(topic, 1);
        world.passes(HOUR);

        assertThat(world.swept().dueRestored()).isEqualTo(1);

        assertThat(entries(topic, 0))
                .containsExactly(DueEntry.notBefore(topic.name(), topic.partition(0), world.now()));
        assertThat(entries(topic, 1)).containsExactly(kept);
        assertThat(entries(topic, 2)).as("nothing was written").isEmpty();
        assertThat(world.swept().dueRestored()).as("once is enough").isZero();
    }

    @Test
    void theCursorOfANewerLayoutIsNotTouched() {
        String garbage = world.garbage(DAY);
        world.store.items().put(SweepCursor.key(), new Item(Map.of("v", Value.of(2))), List.of());

        assertThatThrownBy(world::swept).hasMessageContaining("layout version 2");
        assertThat(world.exists(garbage)).isTrue();
    }

    private DueEntry onlyEntry(Topic topic, int partition) {
        List<DueEntry> entries = entries(topic, partition);
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }

    private List<DueEntry> entries(Topic topic, int partition) {
        List<DueEntry> entries = new ArrayList<>();
        for (int shard = 0; shard < DueEntry.SHARDS; shard++) {
            for (ItemPage.Entry entry : world.store
                    .items()
                    .query(DueEntry.due(shard, world.now().plus(DAY), 1_000))
                    .entries()) {
                Optional.of(DueEntry.decode(entry.key(), entry.item()))
                        .filter(found -> found.partition().equals(topic.partition(partition)))
                        .ifPresent(entries::add);
            }
        }
        return entries;
    }

    @Test
    void aSliceThatIsNamedWithTheHighestNumberIsSwept() {
        List<String> all =
                IntStream.range(0, 2_000).mapToObj(i -> world.garbage(DAY)).toList();
        assertThat(all.stream().map(key -> key.substring(5, 7)).distinct()).contains("00", "ff");
        assertThat(all).allMatch(key -> ObjectId.ofKey(key).isPresent());

        assertThat(world.swept().objectsDeleted()).isEqualTo(2_000);
        assertThat(world.keys("data/")).isEmpty();
    }
}
