package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.Deadline;
import io.tidemark.record.KafkaError;
import io.tidemark.record.NewRecord;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Nothing is begun past the deadline, whichever step it passes at. */
final class ProduceDeadlineTest {
    private static final int SEALED_LENGTH = 16;
    private static final Duration TIME = Duration.ofSeconds(1);

    private final World world = World.inMemory(1);
    private final Deadline deadline = new Deadline(world.clock().instant().plus(TIME));

    @Test
    void aRequestInTimeIsAppended() {
        world.clock().advance(TIME);
        assertThat(value(produceWithin(world.process(), plain("a", 10))).baseOffset())
                .isZero();
    }

    @Test
    void pastTheDeadlineNothingIsStored() {
        FailingGate gate = new FailingGate(call -> false);
        Tidemark process = world.process(gate);
        world.clock().advance(TIME.plusMillis(1));

        assertLate(produceWithin(process, plain("a", 10)));
        assertLate(process.produceRecords(records().within(deadline)).get(0));

        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
        assertThat(gate.count(Kind.UPDATE)).isZero();
    }

    @Test
    void whatTookTooLongToStoreIsNotCommitted() {
        FailingGate gate = new FailingGate(call -> false);
        Gate slow = passingTheDeadlineAt(call -> call.kind() == Kind.PUT_OBJECT);

        assertLate(produceWithin(world.process(gate.before(slow)), plain("a", 10)));

        assertThat(gate.count(Kind.PUT_OBJECT)).isOne();
        assertThat(gate.count(Kind.UPDATE)).isZero();
        assertThat(world.head(0).offsets().high()).isZero();
    }

    @Test
    void aCommitThatHadBegunIsAnswered() {
        Tidemark process = world.process(passingTheDeadlineAt(StoreCall::isHeadUpdate));
        assertThat(value(produceWithin(process, plain("a", 10))).baseOffset()).isZero();
    }

    @Test
    void noSealIsBegunPastTheDeadline() {
        for (int i = 0; i < SEALED_LENGTH - 1; i++) {
            value(produce(world.process(), 0, plain("a" + i, i)));
        }
        Tidemark process = world.process(passingTheDeadlineAt(StoreCall::isHeadUpdate));

        value(produceWithin(process, plain("last", 1)));

        assertThat(world.head(0).tail()).hasSize(SEALED_LENGTH);
    }

    /** Nobody else would: the next append finds a tail that has begun. */
    @Test
    void aTailThatBeginsIsNotedPastTheDeadlineToo() {
        FailingGate gate = new FailingGate(call -> false);
        Gate slow = passingTheDeadlineAt(StoreCall::isHeadUpdate);

        value(produceWithin(world.process(gate.before(slow)), plain("a", 10)));

        assertThat(gate.count(Kind.PUT)).as("due entries").isOne();
    }

    @Test
    void aLostReplyIsNotLookedIntoPastTheDeadline() {
        LosingGate lost = new LosingGate(StoreCall::isHeadUpdate, 1, Loss.LOST_REPLY);
        Gate slow = passingTheDeadlineAt(StoreCall::isHeadUpdate);

        assertThat(produceWithin(world.process(lost.before(slow)), plain("a", 10)))
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().message()).contains("could not be found out"));
        assertThat(lost.calls()).filteredOn(StoreCall::isHeadUpdate).hasSize(1);
    }

    @Test
    void anIdempotentProducerFindsOutBySendingAgain() {
        Bytes batch = idempotent(stamp(7, 0, 0), "own", 700);
        LosingGate lost = new LosingGate(StoreCall::isHeadUpdate, 1, Loss.LOST_REPLY);
        Gate slow = passingTheDeadlineAt(StoreCall::isHeadUpdate);

        assertLate(produceWithin(world.process(lost.before(slow)), batch));

        assertThat(value(produce(world.process(), 0, batch)).baseOffset()).isZero();
        assertThat(world.head(0).offsets().high()).isOne();
    }

    @Test
    void theLongestTailThatWasLeftIsToldOnce() {
        Tidemark process = world.process();
        assertThat(process.takeSealLag()).isZero();
        for (int i = 0; i < 3; i++) {
            value(produce(process, 0, plain("a" + i, i)));
        }
        assertThat(process.takeSealLag()).isEqualTo(3);
        assertThat(process.takeSealLag()).isZero();
    }

    private Gate passingTheDeadlineAt(Predicate<StoreCall> meant) {
        return new InsertingGate(meant, () -> world.clock().advance(TIME.plusMillis(1)));
    }

    private Answer<Produced> produceWithin(Tidemark process, Bytes batch) {
        return process.produce(new ProduceRequest(
                        Optional.empty(), List.of(new PartitionBatch(World.partition(0), batch)), deadline))
                .get(0);
    }

    private static RecordsRequest records() {
        NewRecord line = new NewRecord(1, Optional.empty(), Optional.of(Bytes.utf8("line")), List.of());
        return new RecordsRequest(
                World.TOPIC,
                List.of(new RecordsRequest.Entry(Optional.of(0), line)),
                Optional.empty(),
                Optional.empty());
    }

    private static void assertLate(Answer<?> answer) {
        assertThat(answer).isInstanceOfSatisfying(Answer.Refused.class, refused -> {
            assertThat(refused.refusal().error()).isEqualTo(KafkaError.REQUEST_TIMED_OUT);
            assertThat(refused.refusal().message()).startsWith("There was not enough time left");
        });
    }
}
