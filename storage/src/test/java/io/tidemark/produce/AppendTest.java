package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.LogRecord;
import io.tidemark.record.RecordError;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class AppendTest {
    private final World world = World.inMemory(3);

    @Test
    void oneObjectTakesTheBatchesOfAllPartitions() {
        FailingGate gate = new FailingGate(call -> false);
        Tidemark process = world.process(gate);

        List<Answer<Produced>> answers = process.produce(
                request(batch(2, plain("c", 30, 31, 32)), batch(0, plain("a", 10)), batch(1, plain("b", 20, 21))));

        assertThat(answers)
                .containsExactly(
                        Answer.of(new Produced(0, 2, Optional.empty(), 0)),
                        Answer.of(new Produced(0, 0, Optional.empty(), 0)),
                        Answer.of(new Produced(0, 1, Optional.empty(), 0)));
        assertThat(gate.count(Kind.PUT_OBJECT)).isEqualTo(1);
        assertThat(gate.count(Kind.UPDATE)).isEqualTo(3);
        assertThat(values(0)).containsExactly("a.0");
        assertThat(values(1)).containsExactly("b.0", "b.1");
        assertThat(values(2)).containsExactly("c.0", "c.1", "c.2");
    }

    @Test
    void whatIsWrongWithOnePartitionLeavesTheOthersAlone() {
        Bytes damaged = plain("x", 1).slice(0, 40);
        TopicPartition unknownTopic = new TopicPartition(new TopicName("unknown"), 0);

        List<Answer<Produced>> answers = world.process()
                .produce(request(
                        batch(0, damaged),
                        batch(1, plain("b", 20)),
                        batch(3, plain("none", 1)),
                        batch(-1, plain("none", 1)),
                        new PartitionBatch(unknownTopic, plain("none", 1)),
                        batch(1, plain("twice", 2))));

        assertRefused(answers.get(0), KafkaError.INVALID_RECORD);
        assertThat(answers.get(1)).isEqualTo(Answer.of(new Produced(0, 0, Optional.empty(), 0)));
        assertRefused(answers.get(2), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(3), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(4), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(5), KafkaError.INVALID_REQUEST);
        assertThat(values(1)).containsExactly("b.0");
    }

    @Test
    void aRequestOfRefusedBatchesStoresNothing() {
        FailingGate gate = new FailingGate(call -> false);

        assertRefused(produce(world.process(gate), 7, plain("none", 1)), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);

        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
        assertThat(gate.count(Kind.UPDATE)).isZero();
        assertThat(world.process().produce(request())).isEmpty();
    }

    @Test
    void anOutageOfOnePartitionsHeadIsItsOwn() {
        String key = Head.key(world.topic().partition(1)).partition();
        Tidemark process = world.process(
                new FailingGate(call -> call.isHeadUpdate() && call.key().startsWith(key)));

        List<Answer<Produced>> answers =
                process.produce(request(batch(0, plain("a", 10)), batch(1, plain("b", 20)), batch(2, plain("c", 30))));

        assertThat(answers.get(0)).isInstanceOf(Answer.Given.class);
        assertRefused(answers.get(1), KafkaError.REQUEST_TIMED_OUT);
        assertThat(answers.get(2)).isInstanceOf(Answer.Given.class);
        assertThat(values(1)).isEmpty();
    }

    @Test
    void withoutItsObjectNothingIsCommitted() {
        FailingGate gate = new FailingGate(call -> call.kind() == Kind.PUT_OBJECT);

        assertRefused(produce(world.process(gate), 0, plain("a", 10)), KafkaError.KAFKA_STORAGE_ERROR);

        assertThat(gate.count(Kind.UPDATE)).isZero();
        assertThat(world.head(0).offsets().high()).isZero();
    }

    @Test
    void aBatchWhoseObjectIdIsTakenIsNotAppended() {
        Gate gate = new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                if (call.kind() == Kind.PUT_OBJECT) {
                    assertThat(world.objects().putIfAbsent(call.key(), Bytes.utf8("another's")))
                            .isTrue();
                }
                return action.get();
            }
        };

        assertRefused(produce(world.process(gate), 0, plain("a", 10)), KafkaError.KAFKA_STORAGE_ERROR);

        assertThat(world.head(0).offsets().high()).isZero();
    }

    @Test
    void aNewTopicIsKnownAtOnce() {
        Tidemark process = world.process();
        TopicName late = new TopicName("late");
        PartitionBatch batch = new PartitionBatch(new TopicPartition(late, 0), plain("a", 10));
        assertRefused(process.produce(request(batch)).get(0), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);

        world.create(late, 1);

        assertThat(process.produce(request(batch)).get(0)).isInstanceOf(Answer.Given.class);
    }

    @Test
    void aTopicThatIsDeletedWhileABatchIsOnItsWayTakesItNot() {
        InsertingGate gate = new InsertingGate(
                StoreCall::isHeadUpdate, () -> value(world.process().topics().delete(World.TOPIC)));

        assertRefused(produce(world.process(gate), 0, plain("a", 10)), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);

        assertThat(gate.done()).isTrue();
        assertThat(world.items().get(Head.key(world.topic().partition(0)))).isEmpty();
    }

    @Test
    void aRecreatedTopicIsFoundBehindOneRetriableRefusal() {
        Tidemark process = world.process();
        value(produce(process, 0, plain("old", 10)));
        value(world.process().topics().delete(World.TOPIC));
        world.create(World.TOPIC, 3);

        assertRefused(produce(process, 0, plain("new", 20)), KafkaError.UNKNOWN_TOPIC_ID);
        assertThat(value(produce(process, 0, plain("new", 20))).baseOffset()).isZero();
        assertThat(values(0)).containsExactly("new.0");
    }

    @Test
    void aBatchWhoseObjectMayBeSweptIsRefused() {
        InsertingGate risen = new InsertingGate(StoreCall::isHeadUpdate, () -> raiseFloor(World.START_MS + 1));

        assertRefused(produce(world.process(risen), 0, plain("a", 10)), KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.head(0).offsets().high()).isZero();

        raiseFloor(World.START_MS);
        assertThat(produce(world.process(), 0, plain("a", 10))).isInstanceOf(Answer.Given.class);
    }

    /** What a request has read, and somebody forgot since, is behind the floor for it, however slow the read was. */
    @Test
    void theFloorIsComparedWithATimeBeforeAnythingIsRead() {
        InsertingGate slow =
                new InsertingGate(call -> call.kind() == Kind.GET && call.key().endsWith(" H"), () -> {
                    world.clock().advance(Duration.ofHours(1));
                    raiseFloor(World.START_MS + 1);
                });

        Answer<Produced> answer = produce(world.process(slow), 0, idempotent(stamp(7, 0, 0), "a", 10));

        assertRefused(answer, KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.head(0).offsets().high()).isZero();
    }

    @Test
    void aFullTailIsRefusedUntilItCanBeSealed() {
        FailingGate gate = new FailingGate(call -> call.kind() == Kind.PUT);
        Tidemark process = world.process(gate);
        for (int i = 0; i < AppendPlan.MAX_TAIL_LENGTH; i++) {
            value(produce(process, 0, plain("a" + i, i)));
        }

        assertRefused(produce(process, 0, plain("full", 1)), KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.head(0).offsets().high()).isEqualTo(AppendPlan.MAX_TAIL_LENGTH);

        gate.open();
        assertThat(value(produce(process, 0, plain("after", 1))).baseOffset()).isEqualTo(AppendPlan.MAX_TAIL_LENGTH);
        assertThat(world.head(0).tail()).hasSize(1);
    }

    @Test
    void aTopicOfKafkasOwnIsNotWritten() {
        TopicName own = new TopicName("__consumer_offsets");
        world.create(own, 1);

        List<Answer<Produced>> answers =
                world.process().produce(request(new PartitionBatch(new TopicPartition(own, 0), plain("a", 1))));

        assertRefused(answers.get(0), KafkaError.INVALID_TOPIC_EXCEPTION);
    }

    @Test
    void theProducerOfTheSixteenthBatchSeals() {
        Tidemark process = world.process();
        for (int i = 0; i < 15; i++) {
            value(produce(process, 0, plain("a" + i, i)));
        }
        assertThat(world.head(0).tail()).hasSize(15);

        value(produce(process, 0, plain("a15", 15)));

        assertThat(world.head(0).tail()).isEmpty();
        assertThat(world.head(0).offsets().sealed()).isEqualTo(16);
    }

    @Test
    void aSealThatFailedIsMadeUpForByTheThirtySecond() {
        FailingGate gate = new FailingGate(call -> call.kind() == Kind.PUT);
        Tidemark process = world.process(gate);
        for (int i = 0; i < 31; i++) {
            value(produce(process, 0, plain("a" + i, i)));
        }
        assertThat(gate.count(Kind.PUT)).as("due entry, page, index entry").isEqualTo(3);
        gate.open();

        value(produce(process, 0, plain("a31", 31)));

        assertThat(world.head(0).tail()).isEmpty();
    }

    @Test
    void aHeadOfANewerReleaseIsLeftAlone() {
        world.items()
                .update(
                        Head.key(world.topic().partition(0)),
                        Update.builder()
                                .when(LayoutVersion.isCurrent())
                                .set(Path.of("v"), Value.of(LayoutVersion.CURRENT + 1))
                                .build());

        assertRefused(produce(world.process(), 0, plain("a", 10)), KafkaError.KAFKA_STORAGE_ERROR);
        assertThat(produce(world.process(), 1, plain("a", 10))).isInstanceOf(Answer.Given.class);
    }

    @Test
    void aRefusedBatchNamesItsBadRecords() {
        TopicName compacted = new TopicName("compacted");
        value(world.process()
                .topics()
                .create(new NewTopic("compacted", Optional.of(1), Map.of("cleanup.policy", "compact"))));

        Answer<Produced> answer = world.process()
                .produce(request(new PartitionBatch(
                        new TopicPartition(compacted, 0), plain("keyless", World.START_MS, World.START_MS))))
                .get(0);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().recordErrors())
                                .extracting(RecordError::batchIndex)
                                .containsExactly(0, 1));
    }

    private void raiseFloor(long floorMs) {
        world.items()
                .update(
                        Head.key(world.topic().partition(0)),
                        Update.builder()
                                .when(LayoutVersion.isCurrent())
                                .set(Head.FLOOR, Value.of(floorMs))
                                .build());
    }

    private List<String> values(int partition) {
        return World.readFrom(world.process(), partition, 0).stream()
                .map(LogRecord::value)
                .map(value -> value.orElseThrow().utf8())
                .toList();
    }

    private static PartitionBatch batch(int partition, Bytes batch) {
        return new PartitionBatch(World.partition(partition), batch);
    }

    private static ProduceRequest request(PartitionBatch... batches) {
        return new ProduceRequest(Optional.empty(), List.of(batches));
    }

    private static void assertRefused(Answer<Produced> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
