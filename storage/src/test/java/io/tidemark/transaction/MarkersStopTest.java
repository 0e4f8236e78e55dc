package io.tidemark.transaction;

import static io.tidemark.simulation.TransactionProcess.transaction;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.Page;
import io.tidemark.layout.Transactions;
import io.tidemark.log.Fetched;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.TransactionResult;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.StoppingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemPage;
import io.tidemark.store.StoreUnavailableException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The end of a transaction with each of its store calls lost in turn, or stopped there and done again by another
 * process: one marker, told of if it is an abort, whatever lands later (invariants I8 and I12).
 */
final class MarkersStopTest {
    private static final ProducerEpoch ENDED = transaction(7, 3);
    private static final ProducerEpoch OPEN = transaction(8, 0);

    /** A full tail, which takes long to make, is not met with every loss. */
    static Stream<Arguments> ways() {
        return Stream.of(Loss.values())
                .flatMap(loss -> Stream.of(TransactionResult.values())
                        .flatMap(result -> Stream.of(3, Page.MAX_REFERENCES)
                                .filter(tail -> tail == 3 || loss == Loss.LOST_REPLY || loss == Loss.LATE)
                                .map(tail -> Arguments.of(loss, result, tail))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aLostCallIsMadeGood(Loss loss, TransactionResult result, int tail) {
        for (int place = 1; ; place++) {
            World world = withTail(tail);
            LosingGate gate = new LosingGate(StoreCall::isWrite, place, loss);
            end(new TransactionProcess(world, gate), result);
            assertEndedOnce(world, tail);
            gate.landAll();
            assertEndedOnce(world, tail);
            assertReads(world, result, tail);
            if (!gate.lost()) {
                assertThat(place).isGreaterThan(result == TransactionResult.COMMIT ? 1 : 3);
                return;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anEndThatStopsAnywhereIsEndedByAnother(Loss loss, TransactionResult result, int tail) {
        for (int place = 1; ; place++) {
            World world = withTail(tail);
            LosingGate losing = new LosingGate(place, loss);
            StoppingGate stopped = new StoppingGate(place);
            try {
                end(new TransactionProcess(world, stopped.before(losing)), result);
            } catch (StoreUnavailableException dead) {
                // its process is gone
            }
            if (!losing.lost()) {
                return;
            }
            end(new TransactionProcess(world), result);
            assertEndedOnce(world, tail);
            losing.landAll();
            assertEndedOnce(world, tail);
            assertReads(world, result, tail);
        }
    }

    /** One transaction is open from 0 on, another one from 1 on, in a tail of so many batches. */
    private static World withTail(int length) {
        World world = World.inMemory(1);
        TransactionProcess process =
                new TransactionProcess(world, new FailingGate(call -> call.key().contains(" B#")));
        value(process.write(0, OPEN, 0));
        for (int i = 1; i < length; i++) {
            value(process.write(0, ENDED, i - 1));
        }
        assertThat(world.head(0).tail()).hasSize(length);
        return world;
    }

    private static void end(TransactionProcess process, TransactionResult result) {
        if (result == TransactionResult.COMMIT) {
            process.commit(0, ENDED);
        } else {
            process.abort(0, ENDED);
        }
    }

    private static void assertEndedOnce(World world, int tail) {
        Head head = world.head(0);
        assertThat(head.offsets().high()).isEqualTo(tail + 1);
        assertThat(head.transactions().open()).containsOnlyKeys(OPEN);
        assertThat(head.transactions().aborting()).isEmpty();
        assertThat(head.lastStableOffset()).isZero();
        assertThat(head.knownProducer(7).map(state -> (int) state.epoch())).contains(4);
    }

    private static void assertReads(World world, TransactionResult result, int tail) {
        TransactionProcess reader = new TransactionProcess(world);
        reader.commit(0, OPEN);
        assertThat(world.head(0).transactions()).isEqualTo(Transactions.NONE);
        Fetched fetched = reader.fetchCommitted(0, 0);
        assertThat(fetched.batches()).hasSize(tail + 2);
        assertThat(fetched.batches().get(tail).transactionResult()).contains(result);
        ItemPage told =
                world.items().query(AbortedTransaction.from(world.topic().partition(0), 0, 9));
        assertThat(told.entries()).hasSize(result == TransactionResult.ABORT ? 1 : 0);
        assertThat(fetched.abortedTransactions())
                .isEqualTo(
                        result == TransactionResult.ABORT ? List.of(new Fetched.AbortedTransaction(7, 1)) : List.of());
    }
}
