package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.WatchedStores.Stop;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Others are at work between any two calls of a sweep; and each of its calls fails in turn. */
final class SweepRaceTest {
    private static final int APPENDED = 40;
    private static final int GARBAGE = 5;
    private static final int DUE_SHARDS = 16;

    /** What somebody else does meanwhile. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Other {
        APPEND((world, topic) -> world.append(topic, 0, 1_000)),
        APPEND_TO_ANOTHER((world, topic) -> world.append(topic, 1, 2_000)),
        /** Moves what the tail names into a page. */
        SEAL((world, topic) -> {
            for (int i = 0; i < 16; i++) {
                world.append(topic, 0, 500 + i);
            }
        }),
        SEAL_AND_MERGE((world, topic) -> world.merge()),
        APPEND_AND_MERGE((world, topic) -> {
            world.append(topic, 0, 3_000);
            world.merge();
        }),
        DELETE_RECORDS((world, topic) -> world.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        topic.name(), List.of(new DeleteRecordsRequest.Entry(0, Optional.of(20L)))))),
        CREATE_A_TOPIC((world, topic) -> {
            Topic created = world.create("created", 1);
            world.append(created, 0, 4_000);
        }),
        ANOTHER_SWEEP((world, topic) -> world.swept());

        private final BiConsumer<SweepWorld, Topic> action;

        Other(BiConsumer<SweepWorld, Topic> action) {
            this.action = action;
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void nothingThatIsNeededGoesWhateverHappensMeanwhile(Other other) {
        int calls = callsOfASweep();
        for (int at = 1; at <= calls; at++) {
            String where = other + " before call " + at;
            SweepWorld world = new SweepWorld(at);
            Topic topic = setUp(world);
            int atCall = at;
            WatchedStores watched = new WatchedStores(world.store);
            watched.beforeEach(call -> {
                if (call == atCall) {
                    other.action.accept(world, topic);
                }
            });

            Swept swept =
                    sweep(world, watched).run(world.now(), true, () -> false).orElseThrow();

            assertThat(swept.objectsDeleted()).as(where).isLessThanOrEqualTo(GARBAGE + APPENDED + 1);
            assertReadable(world, topic, where);
            assertThat(world.audit().findings()).as(where).isEmpty();
            world.passes(Duration.ofDays(2));
            world.swept();
            world.assertSound(where + ", and a sweep later");
            assertReadable(world, topic, where);
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aFailedCallCancelsAndTheNextSweepLeavesNoRest(Stop stop) {
        int calls = callsOfASweep();
        int deletes = 0;
        for (int at = 1; at <= calls; at++) {
            String where = stop + " call " + at;
            SweepWorld world = new SweepWorld(at);
            Topic topic = setUp(world);
            WatchedStores failing = new WatchedStores(world.store).failAt(at, stop);
            Sweep sweep = sweep(world, failing);

            assertThatThrownBy(() -> sweep.run(world.now(), true, () -> false))
                    .as(where)
                    .isInstanceOf(StoreUnavailableException.class);

            deletes += world.audit().unnamedObjects() < GARBAGE ? 1 : 0;
            assertThat(world.audit().findings())
                    .as(where)
                    .filteredOn(f -> !isGarbage(f.detail()))
                    .isEmpty();
            assertReadable(world, topic, where);
            world.swept();
            world.assertSound(where + ", and a sweep later");
            assertThat(world.audit().unnamedObjects()).as(where).isZero();
        }
        assertThat(deletes).as("stops behind the delete").isBetween(1, 6);
    }

    @Test
    void nothingIsDeletedBeforeEverythingIsMarked() {
        SweepWorld world = new SweepWorld(3);
        setUp(world);
        WatchedStores watched = new WatchedStores(world.store);
        int[] firstList = {0};
        watched.beforeEach(call -> {
            if (world.audit().unnamedObjects() < GARBAGE && firstList[0] == 0) {
                firstList[0] = call;
            }
        });

        sweep(world, watched).run(world.now(), true, () -> false);

        int markingCalls = 1 + DUE_SHARDS + 1 + 2 * 3;
        assertThat(firstList[0]).as("first call behind the delete").isGreaterThan(markingCalls + 2);
    }

    private static boolean isGarbage(String detail) {
        return detail.equals("nothing names it");
    }

    private static Topic setUp(SweepWorld world) {
        Topic topic = world.create("orders", 2);
        for (int i = 0; i < APPENDED; i++) {
            world.append(topic, 0, i);
        }
        world.append(topic, 1, 77);
        world.passes(Duration.ofHours(3));
        for (int i = 0; i < GARBAGE; i++) {
            world.garbage(Duration.ofHours(2));
        }
        return topic;
    }

    private static Sweep sweep(SweepWorld world, WatchedStores watched) {
        return new Sweep(watched.objects(), watched.items(), world.environment(), Sweep.MIN_GRACE);
    }

    private static int callsOfASweep() {
        SweepWorld world = new SweepWorld(1);
        setUp(world);
        WatchedStores watched = new WatchedStores(world.store);
        sweep(world, watched).run(world.now(), true, () -> false);
        return watched.calls();
    }

    private static void assertReadable(SweepWorld world, Topic topic, String where) {
        long low = world.head(topic.partition(0)).offsets().low();
        assertThat(world.readAll(topic, 0)).as(where).isGreaterThanOrEqualTo((int) (APPENDED - low));
        assertThat(world.readAll(topic, 1)).as(where).isGreaterThanOrEqualTo(1);
    }
}
