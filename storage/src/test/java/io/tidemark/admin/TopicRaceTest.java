package io.tidemark.admin;

import static io.tidemark.admin.AdminWorld.given;
import static io.tidemark.admin.AdminWorld.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Operations on one name at one time, in many orders of their store calls. */
final class TopicRaceTest {
    private static final int SCHEDULES = 400;
    private static final int STOP_ONE_IN = 40;
    private static final TopicName NAME = new TopicName("a.b");

    private final List<Topic> created = new ArrayList<>();
    private final List<Topic> deleted = new ArrayList<>();
    private final List<KafkaError> refusals = new ArrayList<>();

    @Test
    void ofSeveralCreatorsOfOneNameOneWins() throws InterruptedException {
        for (long seed : seeds()) {
            AdminWorld world = new AdminWorld(seed);
            Interleaving interleaving = interleaving(world, seed, 0);
            interleaving.run(List.of(
                    create(world, interleaving, "a.b"),
                    create(world, interleaving, "a.b"),
                    create(world, interleaving, "a.b")));

            assertThat(created).as("seed " + seed).hasSize(1);
            assertThat(world.stored("a.b")).as("seed " + seed).contains(created.get(0));
            assertThat(refusals)
                    .as("seed " + seed)
                    .containsExactly(KafkaError.TOPIC_ALREADY_EXISTS, KafkaError.TOPIC_ALREADY_EXISTS);
        }
    }

    @Test
    void ofCreatorsOfCollidingNamesOneWins() throws InterruptedException {
        for (long seed : seeds()) {
            AdminWorld world = new AdminWorld(seed);
            Interleaving interleaving = interleaving(world, seed, 0);
            interleaving.run(List.of(create(world, interleaving, "a.b"), create(world, interleaving, "a_b")));

            assertThat(created).as("seed " + seed).hasSize(1);
            assertThat(refusals).as("seed " + seed).containsExactly(KafkaError.INVALID_TOPIC_EXCEPTION);
        }
    }

    @Test
    void createsAndDeletionsLeaveWhatSomeOrderOfThemLeaves() throws InterruptedException {
        for (long seed : seeds()) {
            AdminWorld world = new AdminWorld(seed);
            Topic first = given(world.topics().create(request("a.b", 2)));
            Interleaving interleaving = interleaving(world, seed, 0);
            interleaving.run(List.of(
                    delete(world, interleaving),
                    create(world, interleaving, "a.b"),
                    delete(world, interleaving),
                    create(world, interleaving, "a.b")));

            Set<TopicId> alive = ids(created);
            alive.add(first.id());
            assertThat(alive).as("seed " + seed).containsAll(ids(deleted));
            alive.removeAll(ids(deleted));
            assertThat(world.stored("a.b").map(Topic::id).stream())
                    .as("seed " + seed)
                    .containsExactlyElementsOf(alive);
            assertThat(world.stored("a.b").filter(Topic::deleting))
                    .as("seed " + seed)
                    .isEmpty();
            for (Topic topic : deleted) {
                assertThat(world.heads(topic)).as("seed " + seed).isZero();
                assertThat(world.purgeEntry(topic.id())).as("seed " + seed).isPresent();
            }
        }
    }

    @Test
    void whateverStopsTheNextCallsGetToTheEnd() throws InterruptedException {
        for (long seed : seeds()) {
            AdminWorld world = new AdminWorld(seed);
            given(world.topics().create(request("a.b", 2)));
            Interleaving interleaving = interleaving(world, seed, STOP_ONE_IN);
            interleaving.run(List.of(
                    delete(world, interleaving),
                    create(world, interleaving, "a.b"),
                    delete(world, interleaving),
                    create(world, interleaving, "a_b"),
                    create(world, interleaving, "a.b")));

            world.topics().delete(NAME);
            world.topics().delete(new TopicName("a_b"));
            assertThat(world.stored("a.b")).as("seed " + seed).isEmpty();
            given(world.topics().create(request("a.b", 2)));
            world.assertSound("a.b", "seed " + seed);
        }
    }

    private List<Long> seeds() {
        return new Random(1).longs(SCHEDULES).boxed().toList();
    }

    private static Interleaving interleaving(AdminWorld world, long seed, int stopOneIn) {
        return new Interleaving(seed, stopOneIn, () -> world.assertSound("a.b", "seed " + seed));
    }

    private Runnable create(AdminWorld world, Interleaving interleaving, String name) {
        clear();
        Topics topics = world.topics(interleaving.over(world.items));
        return () -> keep(topics.create(request(name, 2)), created);
    }

    private Runnable delete(AdminWorld world, Interleaving interleaving) {
        clear();
        Topics topics = world.topics(interleaving.over(world.items));
        return () -> keep(topics.delete(NAME), deleted);
    }

    /** Operations are made before any of them runs. */
    private synchronized void clear() {
        created.clear();
        deleted.clear();
        refusals.clear();
    }

    private synchronized void keep(Answer<Topic> answer, List<Topic> given) {
        if (answer instanceof Answer.Given<Topic> topic) {
            given.add(topic.value());
        } else {
            refusals.add(((Answer.Refused<Topic>) answer).refusal().error());
        }
    }

    private static Set<TopicId> ids(List<Topic> topics) {
        Set<TopicId> ids = new HashSet<>();
        topics.forEach(topic -> ids.add(topic.id()));
        return ids;
    }
}
