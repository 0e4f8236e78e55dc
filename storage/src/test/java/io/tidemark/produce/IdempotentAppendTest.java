package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.Head;
import io.tidemark.layout.ProducerItems;
import io.tidemark.producer.ProducerState;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.LogRecord;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.MeetingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Idempotent producers over several processes: invariant I11. */
final class IdempotentAppendTest {
    private final World world = World.inMemory(2);

    @Test
    void aDuplicateAfterARestartReturnsItsFirstOffsetAndStoresNothing() {
        value(produce(world.process(), 0, plain("before", 1, 2)));
        Bytes first = idempotent(stamp(7, 0, 0), "first", 10, 11, 12);
        Bytes second = idempotent(stamp(7, 0, 3), "second", 13);
        value(produce(world.process(), 0, first));
        value(produce(world.process(), 0, second));
        FailingGate gate = new FailingGate(call -> false);

        Tidemark restarted = world.process(gate);
        assertThat(value(produce(restarted, 0, first))).isEqualTo(new Produced(2, 4, Optional.empty(), 0));
        assertThat(value(produce(restarted, 0, second))).isEqualTo(new Produced(5, 5, Optional.empty(), 0));

        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
        assertThat(gate.count(Kind.UPDATE)).isZero();
        assertThat(world.head(0).offsets().high()).isEqualTo(6);
    }

    @Test
    void fiveBatchesBackADuplicateIsKnownAndSixBackItIsNot() {
        Tidemark process = world.process();
        List<Bytes> batches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            batches.add(idempotent(stamp(7, 0, 2 * i), "b" + i, i, i));
            value(produce(process, 0, batches.get(i)));
            value(produce(process, 0, plain("other" + i, i)));
        }

        for (int back = 1; back <= 5; back++) {
            assertThat(value(produce(world.process(), 0, batches.get(20 - back)))
                            .baseOffset())
                    .isEqualTo(3L * (20 - back));
        }
        assertRefused(produce(process, 0, batches.get(14)), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void whatAStaleMemoryTakesForAGapIsReadAgainFirst() {
        Tidemark one = world.process();
        Tidemark other = world.process();
        value(produce(one, 0, idempotent(stamp(7, 0, 0), "a", 10)));
        value(produce(other, 0, idempotent(stamp(7, 0, 1), "b", 11)));

        assertThat(value(produce(one, 0, idempotent(stamp(7, 0, 2), "c", 12))).baseOffset())
                .isEqualTo(2);
        assertThat(value(produce(other, 0, idempotent(stamp(7, 0, 3), "d", 13))).baseOffset())
                .isEqualTo(3);
        assertThat(value(produce(one, 0, idempotent(stamp(7, 0, 3), "d", 13))).baseOffset())
                .isEqualTo(3);
        assertRefused(produce(other, 0, idempotent(stamp(7, 0, 5), "f", 15)), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(values(0)).containsExactly("a.0", "b.0", "c.0", "d.0");
    }

    @Test
    void whatAStaleMemoryTakesForTheNextSequenceIsCommittedOnce() {
        Tidemark one = world.process();
        value(produce(one, 0, idempotent(stamp(7, 0, 0), "a", 10)));
        Bytes next = idempotent(stamp(7, 0, 1), "b", 11);
        value(produce(world.process(), 0, next));
        value(produce(world.process(), 0, plain("other", 1)));

        assertThat(value(produce(one, 0, next)).baseOffset()).isEqualTo(1);
        assertThat(values(0)).containsExactly("a.0", "b.0", "other.0");
    }

    @Test
    void aColdProcessReadsTheHeadsOfARequestTogether() {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            Environment environment = new Environment(world.clock(), new Random(1), duration -> {}, pool);
            Tidemark cold = world.process(new MeetingGate(call -> call.key().endsWith(" H"), 2), environment);

            List<Answer<Produced>> answers = cold.produce(new ProduceRequest(
                    Optional.empty(),
                    List.of(
                            new PartitionBatch(World.partition(0), idempotent(stamp(7, 0, 0), "a", 10)),
                            new PartitionBatch(World.partition(1), idempotent(stamp(7, 0, 0), "b", 11)))));

            answers.forEach(answer -> assertThat(value(answer).baseOffset()).isZero());
        } finally {
            pool.shutdownNow();
        }
    }

    /** It may have happened: who is told that it did not would give the batch's sequence to another one. */
    @Test
    void anOutageBehindATryOfUnknownOutcomeIsNotToldAsNothingDone() {
        Tidemark other = world.process(new FailingGate(call -> call.kind() == Kind.PUT));
        value(produce(other, 0, idempotent(stamp(7, 0, 0), "first", 1)));
        Gate filled = new InsertingGate(StoreCall::isHeadUpdate, () -> {
            for (int i = 1; i < AppendPlan.MAX_TAIL_LENGTH; i++) {
                value(produce(other, 0, plain("other" + i, i)));
            }
        });
        AtomicInteger headReads = new AtomicInteger();
        Gate outage = new FailingGate(call -> call.kind() == Kind.PUT
                || (call.kind() == Kind.GET && call.key().endsWith(" H") && headReads.incrementAndGet() > 1));
        Gate lost = new LosingGate(StoreCall::isHeadUpdate, 1, Loss.NO_EFFECT_UNKNOWN);
        Tidemark process = world.process(filled.before(outage).before(lost));

        Answer<Produced> answer = produce(process, 0, idempotent(stamp(7, 0, 1), "next", 2));

        assertRefused(answer, KafkaError.REQUEST_TIMED_OUT);
        assertThat(headReads.get()).isBetween(2, 1 + BatchAppend.MAX_TRIES);
    }

    @Test
    void aNewEpochFencesTheOldOneInEveryProcess() {
        Tidemark old = world.process();
        value(produce(old, 0, idempotent(stamp(7, 0, 0), "a", 10)));
        value(produce(world.process(), 0, idempotent(stamp(7, 1, 0), "b", 11)));

        assertRefused(produce(old, 0, idempotent(stamp(7, 0, 1), "c", 12)), KafkaError.INVALID_PRODUCER_EPOCH);
        assertThat(values(0)).containsExactly("a.0", "b.0");
    }

    @Test
    void aHeadTakesAThousandProducersAndServesThemOn() {
        Tidemark process = world.process();
        for (int id = 0; id < AppendPlan.MAX_PRODUCERS; id++) {
            value(produce(process, 0, idempotent(stamp(id, 0, 0), "a", id)));
        }

        assertRefused(
                produce(process, 0, idempotent(stamp(5_000, 0, 0), "x", 1)), KafkaError.THROTTLING_QUOTA_EXCEEDED);
        value(produce(process, 0, idempotent(stamp(999, 0, 1), "b", 2)));
        value(produce(process, 0, plain("c", 3)));
        value(produce(process, 1, idempotent(stamp(5_000, 0, 0), "x", 1)));
        assertThat(world.head(0).offsets().high()).isEqualTo(AppendPlan.MAX_PRODUCERS + 2);
    }

    @Test
    void aProducerTooManyIsRefusedBeforeAnythingIsStoredAndTakenAsSoonAsThereIsRoom() {
        ItemKey head = Head.key(world.topic().partition(0));
        Value idle = Value.of(ProducerItems.pack(new ProducerState((short) 0, 1, 1, List.of())));
        for (int id = 0; id < AppendPlan.MAX_PRODUCERS; id++) {
            world.items()
                    .update(head, Update.builder().set(Head.producer(id), idle).build());
        }
        CountedGate gate = new CountedGate();
        Tidemark process = world.process(gate);
        Bytes first = idempotent(stamp(5_000, 0, 0), "x", 1);

        assertRefused(produce(process, 0, first), KafkaError.THROTTLING_QUOTA_EXCEEDED);
        assertThat(gate.calls()).isNotEmpty().noneMatch(StoreCall::isWrite);

        world.items().update(head, Update.builder().remove(Head.producer(7)).build());
        assertThat(value(produce(process, 0, first)).baseOffset()).isZero();
    }

    private List<String> values(int partition) {
        return World.readFrom(world.process(), partition, 0).stream()
                .map(LogRecord::value)
                .map(value -> value.orElseThrow().utf8())
                .toList();
    }

    private static void assertRefused(Answer<Produced> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
