package io.tidemark.audit;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.TransactionProcess.transaction;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is wrong with transactions is found, wherever in the log they lie. */
final class TransactionAuditTest {
    private static final ProducerEpoch ABORTED = transaction(1, 0);
    private static final ProducerEpoch COMMITTED = transaction(2, 0);
    private static final ProducerEpoch OPEN = transaction(3, 0);
    private static final ProducerEpoch ABORTING = transaction(4, 0);

    /** How far the log is when it is audited. */
    private enum Stage {
        TAIL,
        PAGE,
        SEGMENT
    }

    private final World world = World.inMemory(1);
    private final PartitionId partition = world.topic().partition(0);

    @BeforeEach
    void transactions() {
        TransactionProcess process = new TransactionProcess(world);
        value(process.produce(0, plain("a", World.START_MS))); // 0
        value(process.write(0, ABORTED, 0)); // 1
        value(process.write(0, COMMITTED, 0)); // 2
        process.abort(0, ABORTED); // 3
        process.commit(0, COMMITTED); // 4
        value(process.write(0, OPEN, 0)); // 5
        value(process.write(0, ABORTING, 0)); // 6
        TransactionProcess kept = new TransactionProcess(world, new FailingGate(call -> call.kind() == Kind.PUT));
        assertThatThrownBy(() -> kept.abort(0, ABORTING)).hasMessageContaining("kept from"); // 7
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsWrongWithTransactionsOfEveryState(Stage stage) {
        reach(stage);
        assertThat(audit(AuditScope.quick())).isEmpty();
        assertThat(audit(AuditScope.everything())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anAbortOfWhichNothingTellsIsFound(Stage stage) {
        reach(stage);
        world.items().delete(AbortedTransaction.key(partition, 3), List.of());

        assertFound("nothing tells of the abort at offset 3");
    }

    @ParameterizedTest
    @EnumSource
    void whatTellsOfAnAbortWhereAnotherMarkerIsIsFound(Stage stage) {
        reach(stage);
        put(new AbortedTransaction(4, 2, 2, 5));

        assertFound("an abort of producer 2 is told of at offset 4, where there is another marker");
    }

    @ParameterizedTest
    @EnumSource
    void anAbortThatIsToldToBeginTooLateIsFound(Stage stage) {
        reach(stage);
        put(new AbortedTransaction(3, 1, 2, 2));

        assertFound("aborted at offset 3 from 1 on, but told of from 2 on");
    }

    @ParameterizedTest
    @EnumSource
    void aPromiseOfStabilityThatDoesNotHoldIsFound(Stage stage) {
        reach(stage);
        put(new AbortedTransaction(3, 1, 1, 7));
        put(new AbortedTransaction(7, 4, 6, 0));

        assertFound("begun at offset 6, where all below 7 was said to be stable, and aborted at 7");
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatIsNeitherOpenNorEndedIsFound(Stage stage) {
        reach(stage);
        change(Update.builder().remove(Head.openTransaction(OPEN)));

        assertFound("producer 3 has records from offset 5 on in a transaction that is neither open nor ended");
    }

    @ParameterizedTest
    @EnumSource
    void transactionsOutsideOfTheLogAreFound(Stage stage) {
        reach(stage);
        change(Update.builder().set(Head.openTransaction(OPEN), Value.of(8)));
        assertFound("3.0 is open from offset 8");

        change(Update.builder().set(Head.openTransaction(OPEN), Value.of(5)));
        change(Update.builder().set(Head.abortingTransaction(OPEN), Value.of(5)));
        assertFound("3.0 is aborted at offset 5 and open from Optional[5]");
    }

    private void reach(Stage stage) {
        if (stage == Stage.TAIL) {
            return;
        }
        world.clock().advance(stage == Stage.PAGE ? Duration.ofMinutes(11) : Duration.ofHours(25));
        new Maintenance(world.objects(), world.items(), world.environment())
                .run(new MaintenanceRequest(
                        Duration.ofMinutes(1), Set.of(StepName.SEAL, StepName.MERGE), Set.of(World.TOPIC)));
        Head.Offsets offsets = world.head(0).offsets();
        assertThat(offsets.sealed()).isEqualTo(8);
        assertThat(offsets.merged()).isEqualTo(stage == Stage.SEGMENT ? 8 : 0);
    }

    private void put(AbortedTransaction aborted) {
        world.items().put(AbortedTransaction.key(partition, aborted.markerOffset()), aborted.encode(), List.of());
    }

    private void change(Update.Builder update) {
        assertThat(world.items().update(Head.key(partition), update.build())).isInstanceOf(WriteOutcome.Applied.class);
    }

    private List<Finding> audit(AuditScope scope) {
        return new Audit(world.objects(), world.items(), world.clock())
                .run(scope)
                .findings();
    }

    private void assertFound(String detail) {
        assertThat(audit(AuditScope.everything()))
                .containsExactly(new Finding(Rule.TRANSACTION_IS_TOLD, "orders-0", detail));
    }
}
