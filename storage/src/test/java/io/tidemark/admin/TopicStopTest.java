package io.tidemark.admin;

import static io.tidemark.admin.AdminWorld.error;
import static io.tidemark.admin.AdminWorld.given;
import static io.tidemark.admin.AdminWorld.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.admin.StoppingItemStore.Stop;
import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process stops at each store call of a create and of a deletion, before the call takes effect or after it. */
final class TopicStopTest {
    private static final TopicName ORDERS = new TopicName("orders");
    private static final int PARTITIONS = 3;
    private static final NewTopic REQUEST = request("orders", PARTITIONS);

    /** Read the topic, put the purge entry, the heads and the topic, remove the purge entry. */
    private static final int CREATE_CALLS = 4 + PARTITIONS;

    /** Read the topic, put the purge entry, mark the topic, delete the heads and the topic. */
    private static final int DELETE_CALLS = 4 + PARTITIONS;

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aStoppedCreateIsWholeOrNotAtAllAndCanBeAskedForAgain(Stop stop) {
        for (int call = 1; call <= CREATE_CALLS; call++) {
            AdminWorld world = new AdminWorld(call);
            runUntil(world, call, stop, topics -> topics.create(REQUEST));
            String where = stop + " call " + call;
            world.assertSound("orders", where);

            Optional<Topic> left = world.stored("orders");
            assertThat(left.isPresent()).as(where).isEqualTo(call > commitOfCreate(stop));
            Answer<Topic> again = world.topics().create(REQUEST);
            if (left.isPresent()) {
                assertThat(error(again)).as(where).isEqualTo(KafkaError.TOPIC_ALREADY_EXISTS);
            } else {
                assertThat(world.stored("orders")).as(where).contains(given(again));
            }
            world.assertSound("orders", where);
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aStoppedDeletionCanBeAskedForAgain(Stop stop) {
        for (int call = 1; call <= DELETE_CALLS; call++) {
            AdminWorld world = new AdminWorld(call);
            Topic topic = given(world.topics().create(REQUEST));
            runUntil(world, call, stop, topics -> topics.delete(ORDERS));
            String where = stop + " call " + call;
            world.assertSound("orders", where);

            boolean gone = world.stored("orders").isEmpty();
            assertThat(gone).as(where).isEqualTo(call == DELETE_CALLS && stop == Stop.AFTER);
            Answer<Topic> again = world.topics().delete(ORDERS);
            if (gone) {
                assertThat(error(again)).as(where).isEqualTo(KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
            } else {
                assertThat(given(again).id()).as(where).isEqualTo(topic.id());
            }
            assertDeleted(world, topic, where);
            assertThat(world.stored("orders")).as(where).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aCreateAfterAStoppedDeletionEndsItOrIsRefused(Stop stop) {
        for (int call = 1; call <= DELETE_CALLS; call++) {
            AdminWorld world = new AdminWorld(call);
            Topic old = given(world.topics().create(REQUEST));
            runUntil(world, call, stop, topics -> topics.delete(ORDERS));
            String where = stop + " call " + call;

            Answer<Topic> created = world.topics().create(REQUEST);

            if (call > markOfDeletion(stop)) {
                assertThat(given(created).id()).as(where).isNotEqualTo(old.id());
                assertDeleted(world, old, where);
            } else {
                assertThat(error(created)).as(where).isEqualTo(KafkaError.TOPIC_ALREADY_EXISTS);
                assertThat(world.stored("orders")).as(where).contains(old);
            }
            world.assertSound("orders", where);
        }
    }

    /** Both leave the topic deleting, and both stop somewhere. */
    @ParameterizedTest
    @EnumSource(Stop.class)
    void aCreateThatStoppedOverAStoppedDeletionCanBeAskedForAgain(Stop stop) {
        int calls = CREATE_CALLS + DELETE_CALLS - 2;
        for (int call = 1; call <= calls; call++) {
            AdminWorld world = new AdminWorld(call);
            Topic old = given(world.topics().create(REQUEST));
            runUntil(world, 3, Stop.AFTER, topics -> topics.delete(ORDERS));
            runUntil(world, call, stop, topics -> topics.create(REQUEST));
            String where = stop + " call " + call;
            world.assertSound("orders", where);

            world.topics().create(REQUEST);

            assertThat(world.stored("orders"))
                    .as(where)
                    .isPresent()
                    .hasValueSatisfying(topic -> assertThat(topic.id()).isNotEqualTo(old.id()));
            assertDeleted(world, old, where);
            world.assertSound("orders", where);
        }
    }

    /** The last call that a stopped create makes without being there afterwards. */
    private static int commitOfCreate(Stop stop) {
        int commit = CREATE_CALLS - 1;
        return stop == Stop.BEFORE ? commit : commit - 1;
    }

    private static int markOfDeletion(Stop stop) {
        int mark = 3;
        return stop == Stop.BEFORE ? mark : mark - 1;
    }

    private static void assertDeleted(AdminWorld world, Topic topic, String where) {
        assertThat(world.heads(topic)).as(where).isZero();
        assertThat(world.purgeEntry(topic.id()).map(PurgeEntry::cause))
                .as(where)
                .contains(Cause.DELETING);
    }

    private static void runUntil(AdminWorld world, int call, Stop stop, Consumer<Topics> operation) {
        StoppingItemStore stopping = new StoppingItemStore(world.items, call, stop);
        try {
            operation.accept(world.topics(stopping));
        } catch (StoreUnavailableException stopped) {
            // what a stopped process answers is seen by nobody
        }
        assertThat(stopping.stopped()).as("stopped at call " + call).isTrue();
    }
}
