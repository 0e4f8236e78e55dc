package io.tidemark.transaction;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.TransactionProcess.transaction;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.Transactions;
import io.tidemark.log.Fetched;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.ProducerState;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.StoredBatch;
import io.tidemark.record.TransactionResult;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemPage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MarkersTest {
    private static final ProducerEpoch FIRST = transaction(7, 3);
    private static final ProducerEpoch OTHER = transaction(8, 0);
    private static final long MINUTE = TimeUnit.MILLISECONDS.toMinutes(World.START_MS);

    private final World world = World.inMemory(2);
    private final TransactionProcess process = new TransactionProcess(world);

    @Test
    void aCommitIsOneUpdateAndAnAbortTwoAndOnePutWithoutARead() {
        value(process.write(0, FIRST, 0));
        value(process.write(1, FIRST, 0));
        FailingGate counted = new FailingGate(call -> false);
        TransactionProcess cold = new TransactionProcess(world, counted);
        // the topic's rules are looked up, and remembered
        cold.commit(0, OTHER);
        long reads = counted.count(Kind.GET);
        long updates = counted.count(Kind.UPDATE);

        cold.commit(0, FIRST);
        assertThat(counted.count(Kind.UPDATE)).isEqualTo(updates + 1);
        cold.abort(1, FIRST);
        assertThat(counted.count(Kind.UPDATE)).isEqualTo(updates + 3);
        assertThat(counted.count(Kind.PUT)).isEqualTo(1);
        assertThat(counted.count(Kind.GET)).isEqualTo(reads);
        assertThat(counted.count(Kind.QUERY)).isZero();
        assertThat(world.head(0).transactions()).isEqualTo(Transactions.NONE);
        assertThat(world.head(1).transactions()).isEqualTo(Transactions.NONE);
    }

    @Test
    void aMarkerTakesAnOffsetAndMovesTheProducerToTheNextEpoch() {
        value(produce(process.tidemark(), 0, plain("before", 1)));
        value(process.write(0, FIRST, 0));
        value(process.write(0, FIRST, 1));
        assertThat(world.head(0).transactions().open()).isEqualTo(Map.of(FIRST, 1L));
        assertThat(world.head(0).lastStableOffset()).isEqualTo(1);

        process.commit(0, FIRST);

        Head head = world.head(0);
        assertThat(head.offsets().high()).isEqualTo(4);
        assertThat(head.lastStableOffset()).isEqualTo(4);
        assertThat(head.producers()).isEqualTo(Map.of(7L, new ProducerState((short) 4, 0, MINUTE, List.of())));
        Fetched fetched = process.fetchCommitted(0, 0);
        StoredBatch marker = fetched.batches().get(3);
        assertThat(marker.isControl()).isTrue();
        assertThat(marker.baseOffset()).isEqualTo(3);
        assertThat(marker.producerId()).contains(7L);
        assertThat(marker.transactionResult()).contains(TransactionResult.COMMIT);
        assertThat(marker.maxTimestampMs()).isEqualTo(World.START_MS);
        assertThat(fetched.abortedTransactions()).isEmpty();
    }

    @Test
    void anAbortTellsOfTheTransactionBeforeItMovesTheLastStableOffset() {
        value(process.write(0, FIRST, 0));
        FailingGate gate = new FailingGate(call -> call.kind() == Kind.PUT);
        TransactionProcess kept = new TransactionProcess(world, gate);

        assertThatThrownBy(() -> kept.abort(0, FIRST)).hasMessageContaining("kept from");
        assertThat(world.head(0).transactions()).isEqualTo(new Transactions(Map.of(FIRST, 0L), Map.of(FIRST, 1L)));
        assertThat(world.head(0).lastStableOffset()).isZero();
        assertThat(aborted()).isEmpty();

        process.abort(0, FIRST);
        assertThat(world.head(0).lastStableOffset()).isEqualTo(2);
        assertThat(aborted()).containsExactly(new AbortedTransaction(1, 7, 0, 0));
    }

    @Test
    void aReplayWritesNoSecondMarker() {
        value(process.write(0, FIRST, 0));
        value(process.write(1, FIRST, 0));
        process.commit(0, FIRST);
        process.abort(1, FIRST);
        Head committed = world.head(0);
        Head aborted = world.head(1);

        for (TransactionProcess any : List.of(process, new TransactionProcess(world))) {
            any.commit(0, FIRST);
            any.abort(1, FIRST);
        }

        assertThat(world.head(0)).isEqualTo(committed);
        assertThat(world.head(1)).isEqualTo(aborted);
    }

    @Test
    void aPartitionWithoutTheTransactionIsFencedWithoutAMarker() {
        value(produce(process.tidemark(), 0, plain("before", 1)));
        process.commit(0, FIRST);

        assertThat(world.head(0).offsets().high()).isEqualTo(1);
        assertThat(world.head(0).producers()).isEqualTo(Map.of(7L, new ProducerState((short) 4, 0, MINUTE, List.of())));
        assertRefused(new TransactionProcess(world).write(0, FIRST, 0), KafkaError.INVALID_PRODUCER_EPOCH);
        value(process.write(0, transaction(7, 4), 0));
    }

    @Test
    void anEndThatComesBetweenAnAppendAndItsHeadFencesIt() {
        for (boolean committed : List.of(true, false)) {
            World fresh = World.inMemory(1);
            InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> end(fresh, committed));
            TransactionProcess late = new TransactionProcess(fresh, gate);

            assertRefused(late.write(0, FIRST, 0), KafkaError.INVALID_PRODUCER_EPOCH);
            assertThat(fresh.head(0).transactions()).isEqualTo(Transactions.NONE);
            assertThat(fresh.head(0).offsets().high()).isZero();
        }
    }

    @Test
    void aLaterBatchOfAnEndedTransactionIsFenced() {
        value(process.write(0, FIRST, 0));
        InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> end(world, true));
        TransactionProcess late = new TransactionProcess(world, gate);

        assertRefused(late.write(0, FIRST, 1), KafkaError.INVALID_PRODUCER_EPOCH);
        assertThat(world.head(0).offsets().high()).isEqualTo(2);
        assertThat(world.head(0).transactions()).isEqualTo(Transactions.NONE);
    }

    @Test
    void afterAnIdempotentProducersBatchesAFenceKeepsTheirSequencesFromBeingUsed() {
        value(produce(process.tidemark(), 0, idempotent(stamp(7, 3, 0), "a", 1, 2)));
        process.abort(0, FIRST);

        assertThat(world.head(0).producers()).isEqualTo(Map.of(7L, new ProducerState((short) 4, 0, MINUTE, List.of())));
        assertRefused(
                produce(world.process(), 0, idempotent(stamp(7, 3, 2), "b", 3)), KafkaError.INVALID_PRODUCER_EPOCH);
        value(produce(world.process(), 0, idempotent(stamp(7, 4, 0), "b", 3)));
    }

    @Test
    void ofOverlappingAbortsEachTellsWhatIsStableBehindIt() {
        ProducerEpoch third = transaction(9, 0);
        value(process.write(0, FIRST, 0)); // 0
        value(process.write(0, OTHER, 0)); // 1
        value(process.write(0, third, 0)); // 2
        process.abort(0, OTHER); // 3: the first one is open from 0 on
        process.abort(0, FIRST); // 4: the third one is open from 2 on
        process.abort(0, third); // 5: none is open

        assertThat(aborted())
                .containsExactly(
                        new AbortedTransaction(3, 8, 1, 0),
                        new AbortedTransaction(4, 7, 0, 2),
                        new AbortedTransaction(5, 9, 2, 6));
    }

    @Test
    void aFullTailIsSealedForAMarker() {
        TransactionProcess unsealed =
                new TransactionProcess(world, new FailingGate(call -> call.key().contains(" B#")));
        for (int i = 0; i < Page.MAX_REFERENCES; i++) {
            value(unsealed.write(0, FIRST, i));
        }
        assertThat(world.head(0).tail()).hasSize(Page.MAX_REFERENCES);

        new TransactionProcess(world).abort(0, FIRST);

        assertThat(world.head(0).offsets().sealed()).isEqualTo(128);
        assertThat(world.head(0).offsets().high()).isEqualTo(129);
        assertThat(world.head(0).transactions()).isEqualTo(Transactions.NONE);
    }

    @Test
    void aMarkerSealsInTurn() {
        for (int i = 0; i < 15; i++) {
            value(process.write(0, FIRST, i));
        }
        process.commit(0, FIRST);

        assertThat(world.head(0).tail()).isEmpty();
        assertThat(world.head(0).offsets().sealed()).isEqualTo(16);
    }

    @Test
    void aDeletedPartitionNeedsNoEnd() {
        value(process.write(0, FIRST, 0));
        value(world.process().topics().delete(World.TOPIC));

        process.commit(0, FIRST);
        new TransactionProcess(world).abort(0, FIRST);

        assertThat(world.items().get(Head.key(world.topic().partition(0)))).isEmpty();
    }

    @Test
    void whatIsBeingAbortedIsNeverCommitted() {
        value(process.write(0, FIRST, 0));
        TransactionProcess kept = new TransactionProcess(world, new FailingGate(call -> call.kind() == Kind.PUT));
        assertThatThrownBy(() -> kept.abort(0, FIRST)).hasMessageContaining("kept from");

        assertThatThrownBy(() -> process.commit(0, FIRST))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("7.3");
        assertThat(world.head(0).offsets().high()).isEqualTo(2);
    }

    private static void end(World world, boolean committed) {
        TransactionProcess other = new TransactionProcess(world);
        if (committed) {
            other.commit(0, FIRST);
        } else {
            other.abort(0, FIRST);
        }
    }

    private List<AbortedTransaction> aborted() {
        ItemPage found =
                world.items().query(AbortedTransaction.from(world.topic().partition(0), 0, 1_000));
        return found.entries().stream()
                .map(entry -> AbortedTransaction.decode(entry.key(), entry.item()))
                .toList();
    }

    static void assertRefused(Answer<?> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
