package io.tidemark.admin;

import static io.tidemark.admin.AdminWorld.error;
import static io.tidemark.admin.AdminWorld.given;
import static io.tidemark.admin.AdminWorld.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.PurgeEntry;
import io.tidemark.layout.PurgeEntry.Cause;
import io.tidemark.layout.TopicItem;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.ItemKey;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class TopicCreationTest {
    private static final TopicName ORDERS = new TopicName("orders");

    private final AdminWorld world = new AdminWorld(3);

    @Test
    void aCreateCommitsNothingAfterItsTime() {
        assertThat(createThatTakes(TopicCreation.MAX_TIME.minusMillis(1))).isInstanceOf(Answer.Given.class);
        given(world.topics().delete(ORDERS));
        assertThat(createThatTakes(TopicCreation.MAX_TIME)).isInstanceOf(Answer.Given.class);
        given(world.topics().delete(ORDERS));

        assertThat(error(createThatTakes(TopicCreation.MAX_TIME.plusMillis(1))))
                .isEqualTo(KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.stored("orders")).isEmpty();
        world.assertSound("orders", "after a late create");
    }

    @Test
    void aCreateGivesUpAgainstTopicsThatComeAndGo() {
        assertThat(createAgainst(TopicCreation.MAX_TRIES - 1)).isInstanceOf(Answer.Given.class);
        given(world.topics().delete(ORDERS));
        assertThat(error(createAgainst(TopicCreation.MAX_TRIES))).isEqualTo(KafkaError.REQUEST_TIMED_OUT);
        world.assertSound("orders", "after giving up");
    }

    @Test
    void aPurgeEntryThatCannotBeRemovedDoesNotSpoilTheAnswer() {
        WatchedItemStore store = new WatchedItemStore(world.items) {
            private boolean committed;

            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                if (committed) {
                    throw new StoreUnavailableException(Effect.NONE, "away");
                }
                T answer = call.get();
                committed = key.equals(TopicItem.key(ORDERS))
                        && world.stored("orders").isPresent();
                return answer;
            }
        };

        Topic created = given(world.topics(store).create(request("orders", 1)));

        assertThat(world.stored("orders")).contains(created);
        assertThat(world.purgeEntry(created.id()).map(PurgeEntry::cause)).contains(Cause.CREATING);
    }

    @Test
    void aCreateLeavesThePurgeEntryOfALaterDeletionAlone() {
        WatchedItemStore store = new WatchedItemStore(world.items) {
            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                T answer = call.get();
                if (key.equals(TopicItem.key(ORDERS)) && world.stored("orders").isPresent()) {
                    given(world.topics().delete(ORDERS));
                }
                return answer;
            }
        };

        Topic created = given(world.topics(store).create(request("orders", 1)));

        assertThat(world.purgeEntry(created.id()).map(PurgeEntry::cause)).contains(Cause.DELETING);
    }

    private Answer<Topic> createThatTakes(Duration time) {
        WatchedItemStore slow = new WatchedItemStore(world.items) {
            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                T answer = call.get();
                if (key.partition().equals("N") && world.stored("orders").isEmpty()) {
                    world.passes(time);
                }
                return answer;
            }
        };
        return world.topics(slow).create(request("orders", 1));
    }

    @Test
    void aCommitWhoseReplyGotLostIsKnownAgain() {
        assertThat(given(createLosing(true)).name()).isEqualTo(ORDERS);
        assertThat(world.purgeEntries()).isEmpty();
        world.assertSound("orders", "created");
    }

    @Test
    void aCommitThatHadNoEffectIsAnOutageAndNotSentAgain() {
        assertThatThrownBy(() -> createLosing(false)).isInstanceOf(StoreUnavailableException.class);
        assertThat(world.stored("orders")).isEmpty();
        world.assertSound("orders", "not created");
    }

    private Answer<Topic> createLosing(boolean takesEffect) {
        WatchedItemStore losing = new WatchedItemStore(world.items) {
            private boolean lost;

            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                boolean isCommit = key.equals(TopicItem.key(ORDERS))
                        && !world.purgeEntries().isEmpty();
                if (!isCommit || lost) {
                    return call.get();
                }
                lost = true;
                if (takesEffect) {
                    Object unused = call.get();
                }
                throw new StoreUnavailableException(Effect.UNKNOWN, "lost");
            }
        };
        return world.topics(losing).create(request("orders", 1));
    }

    /** Creates while, before each of the first {@code rivals} commits, a topic of the name comes and is marked. */
    private Answer<Topic> createAgainst(int rivals) {
        WatchedItemStore raced = new WatchedItemStore(world.items) {
            private int commits = -1;

            @Override
            <T> T call(ItemKey key, Supplier<T> call) {
                boolean free = key.equals(TopicItem.key(ORDERS))
                        && world.stored("orders").isEmpty();
                if (free && ++commits > 0 && commits <= rivals) {
                    given(world.topics().create(request("orders", 1)));
                    world.items.update(
                            key,
                            Update.builder()
                                    .set(TopicItem.DELETING, Value.of(1))
                                    .build());
                }
                return call.get();
            }
        };
        return world.topics(raced).create(request("orders", 1));
    }
}
