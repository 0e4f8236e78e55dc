package io.tidemark.transaction;

import static io.tidemark.simulation.World.value;
import static io.tidemark.transaction.Client.error;
import static io.tidemark.transaction.Client.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.layout.TransactionItem;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What maintenance does for transactions: timeouts, ends that stopped halfway, ids that nobody uses. */
final class OverdueTest {
    private static final Duration TICK = Duration.ofMinutes(1);
    private static final Instant END_OF_TIME = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final World world = World.inMemory(2);
    private final Tidemark process = world.process();

    @Test
    void aDeadProducerHoldsReadersBackForItsTimeoutAndNoLonger() {
        Client dead = Client.begun(process);
        value(dead.send(0, "a"));
        value(dead.send(1, "b"));
        world.clock().advance(Client.TIMEOUT.minusMillis(1));
        maintain();
        assertThat(world.head(0).lastStableOffset()).isZero();
        assertThat(value(dead.send(0, "c")).baseOffset()).isEqualTo(1);

        world.clock().advance(Duration.ofMillis(1));
        MaintenanceReport report = maintain();

        assertThat(report.done()).containsEntry(StepName.END_TRANSACTIONS, 1);
        for (int partition = 0; partition < 2; partition++) {
            assertThat(world.head(partition).lastStableOffset())
                    .isEqualTo(world.head(partition).offsets().high());
            assertThat(visible(process, partition)).isEmpty();
        }
    }

    @Test
    void theOwnerOfAnAbortedTransactionCannotCommitItAndGoesOn() {
        Client owner = Client.begun(process);
        value(owner.send(0, "a"));
        world.clock().advance(Client.TIMEOUT);
        maintain();

        assertThat(error(owner.send(0, "b"))).isEqualTo(KafkaError.INVALID_PRODUCER_EPOCH);
        assertThat(error(owner.commit())).isEqualTo(KafkaError.INVALID_TXN_STATE);
        value(owner.abort());
        value(owner.send(0, "c"));
        value(owner.commit());
        assertThat(visible(process, 0)).containsExactly("c.0");
    }

    @Test
    void aCommitThatTheTimeoutOvertakesIsRefused() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        world.clock().advance(Client.TIMEOUT);
        InsertingGate timeout = new InsertingGate(OverdueTest::changesTheCoordinator, this::maintain);
        Client overtaken = client.on(world.process(timeout));

        assertThat(error(overtaken.commit())).isEqualTo(KafkaError.INVALID_TXN_STATE);
        assertThat(timeout.done()).isTrue();
        assertThat(visible(process, 0)).isEmpty();
        assertThat(world.head(0).offsets().high()).isEqualTo(2);
    }

    @Test
    void aTimeoutThatACommitOvertakesIsSkipped() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        world.clock().advance(Client.TIMEOUT);
        InsertingGate commit = new InsertingGate(
                OverdueTest::changesTheCoordinator,
                () -> assertThat(value(client.commit()).state()).isEqualTo("CompleteCommit"));

        MaintenanceReport report = world.process(commit).maintain(MaintenanceRequest.due(TICK));

        assertThat(report.skipped())
                .extracting(each -> each.step().orElseThrow())
                .containsExactly(StepName.END_TRANSACTIONS);
        assertThat(maintain().skipped()).isEmpty();
        assertThat(visible(process, 0)).containsExactly("a.0");
        assertThat(world.head(0).offsets().high()).isEqualTo(2);
    }

    /** The decision stands when it is answered; the markers follow. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndWhoseMarkersFailIsDecidedAndFinishedByTheNextRun(boolean committed) {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        value(client.send(1, "b"));
        FailingGate marker = new FailingGate(call -> call.isHeadUpdate()
                && call.key().startsWith("P#" + world.topic().id() + "#1"));
        Client failed = client.on(world.process(marker));

        EndedTransaction ended = value(failed.end(committed));

        assertThat(ended.state()).isEqualTo(committed ? "PrepareCommit" : "PrepareAbort");
        assertThat(visible(process, 1)).isEmpty();
        assertThat(maintain().done()).containsEntry(StepName.END_TRANSACTIONS, 1);
        assertThat(visible(process, 0)).hasSize(committed ? 1 : 0);
        assertThat(visible(process, 1)).hasSize(committed ? 1 : 0);
        assertThat(world.head(1).lastStableOffset()).isEqualTo(2);
        assertThat(value(process.describeTransaction(Client.ID)).state())
                .isEqualTo(committed ? "CompleteCommit" : "CompleteAbort");
    }

    @Test
    void theNextTransactionFinishesTheOneBefore() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        FailingGate marker = new FailingGate(StoreCall::isHeadUpdate);
        Client failed = client.on(world.process(marker));
        assertThat(value(failed.commit()).state()).isEqualTo("PrepareCommit");
        assertThat(error(failed.send(0, "b"))).isEqualTo(KafkaError.CONCURRENT_TRANSACTIONS);

        marker.open();
        value(failed.send(0, "b"));

        assertThat(visible(process, 0)).containsExactly("a.0");
        value(failed.commit());
        assertThat(visible(process, 0)).containsExactly("a.0", "b.0");
    }

    /** The tenth relies on the entry of an earlier one, which is due before its own time: the next one is put then. */
    @Test
    void manyTransactionsPutFewEntriesAndTheLastStillEndsInTime() {
        CountedGate gate = new CountedGate();
        Client client = Client.begun(world.process(gate));
        for (int i = 0; i < 10; i++) {
            value(client.send(0, "a"));
            if (i < 9) {
                value(client.commit());
                world.clock().advance(Duration.ofSeconds(2));
            }
        }
        assertThat(gate.calls())
                .filteredOn(call -> call.key().startsWith("N#") && call.key().contains("#x#"))
                .hasSize(2);
        Instant deadline = world.clock().instant().plus(Client.TIMEOUT);
        while (world.clock().instant().isBefore(deadline)) {
            assertThat(world.head(0).lastStableOffset())
                    .isLessThan(world.head(0).offsets().high());
            world.clock().advance(Duration.ofSeconds(10));
            maintain();
        }

        assertThat(world.head(0).lastStableOffset())
                .isEqualTo(world.head(0).offsets().high());
    }

    @Test
    void anEntryThatWasLostIsPutBackByTheSweep() {
        Client dead = Client.begun(process);
        value(dead.send(0, "a"));
        queued().forEach(entry -> world.items().delete(entry.key(), List.of()));
        world.clock().advance(Client.TIMEOUT);
        maintain();
        assertThat(world.head(0).lastStableOffset()).isZero();

        process.maintain(new MaintenanceRequest(TICK, Set.of(StepName.SWEEP), Set.of()));
        maintain();

        assertThat(world.head(0).lastStableOffset()).isEqualTo(2);
    }

    @Test
    void anEntryThatComesTooLateIsAsGoodAsLost() {
        Client dead = Client.begun(process);
        value(dead.send(0, "a"));
        queued().forEach(entry -> world.items().delete(entry.key(), List.of()));
        DueTransaction late = new DueTransaction(
                new TransactionalId(Client.ID), world.clock().instant().plus(Duration.ofDays(7)));
        world.items().put(late.key(), late.encode(), List.of());
        world.clock().advance(Client.TIMEOUT);

        process.maintain(new MaintenanceRequest(TICK, Set.of(StepName.SWEEP), Set.of()));
        maintain();

        assertThat(world.head(0).lastStableOffset()).isEqualTo(2);
    }

    /** A run handles its entry before the transaction is stored, and finds nothing that has a timeout. */
    @Test
    void aTransactionThatIsStoredWhenItsTimeIsOverIsEndedByTheNextRun() {
        Client client = Client.begun(process);
        InsertingGate gate = new InsertingGate(
                call -> call.kind() == StoreCall.Kind.PUT && call.key().startsWith("X "), () -> {
                    world.clock().advance(Client.TIMEOUT);
                    maintain();
                });
        value(client.on(world.process(gate)).send(0, "a"));
        assertThat(gate.done()).isTrue();

        world.clock().advance(TICK);
        maintain();

        assertThat(world.head(0).lastStableOffset()).isEqualTo(2);
        assertThat(visible(process, 0)).isEmpty();
    }

    @Test
    void anIdThatNobodyUsesExpiresWithItsEntries() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        value(client.commit());
        for (int day = 0; day < 7; day++) {
            assertThat(world.items().get(TransactionItem.key(new TransactionalId(Client.ID))))
                    .isPresent();
            world.clock().advance(Duration.ofDays(1));
            maintain();
        }
        world.clock().advance(Duration.ofDays(1));
        maintain();

        assertThat(world.items().get(TransactionItem.key(new TransactionalId(Client.ID))))
                .isEmpty();
        assertThat(queued()).isEmpty();
        assertThat(error(client.send(0, "b"))).isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
        assertThat(value(client.init()).producerId()).isPositive();
    }

    @Test
    void anIdInUseHasFewEntries() {
        Client client = Client.begun(process);
        for (int i = 0; i < 200; i++) {
            value(client.send(0, "a"));
            value(client.commit());
            world.clock().advance(TICK);
            maintain();
        }
        assertThat(queued()).hasSizeLessThanOrEqualTo(3);
    }

    private List<DueTransaction> queued() {
        List<DueTransaction> queued = new ArrayList<>();
        for (int shard = 0; shard < DueEntry.SHARDS; shard++) {
            ItemPage page = world.items().query(DueEntry.due(shard, END_OF_TIME, 500));
            page.entries().forEach(entry -> {
                if (Due.decode(entry.key(), entry.item()) instanceof DueTransaction due) {
                    queued.add(due);
                }
            });
        }
        return queued;
    }

    private MaintenanceReport maintain() {
        MaintenanceReport report = process.maintain(MaintenanceRequest.due(TICK));
        assertThat(report.failed()).isEmpty();
        return report;
    }

    private static boolean changesTheCoordinator(StoreCall call) {
        return call.kind() == StoreCall.Kind.PUT && call.key().startsWith("X ");
    }
}
