package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.audit.AuditScope;
import io.tidemark.audit.Rule;
import io.tidemark.layout.Head;
import io.tidemark.layout.TransactionItem;
import io.tidemark.log.FetchRequest;
import io.tidemark.log.Fetched;
import io.tidemark.log.IsolationLevel;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.ItemPage;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import io.tidemark.transaction.EndTransactionRequest;
import io.tidemark.transaction.InitProducerRequest;
import io.tidemark.transaction.Markers;
import io.tidemark.transaction.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three transactions whose time is over. Between the read of one of them and its commit somebody else ends it, or the
 * store fails.
 */
final class EndTransactionsConflictTest {
    private static final int TRANSACTIONS = 3;
    private static final int CONTESTED = 1;
    private static final TransactionalId CONTESTED_ID = new TransactionalId("payments-1");
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final List<ProducerEpoch> producers = new ArrayList<>();
    private SweepWorld world = new SweepWorld(0);
    private Topic topic = world.create("none", 1);

    /** Who ends it, and how. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
    enum Other {
        THE_OWNER_COMMITS(test -> test.end(true), "CompleteCommit"),
        THE_OWNER_ABORTS(test -> test.end(false), "CompleteAbort"),
        ANOTHER_RUN_ABORTS(EndTransactionsConflictTest::endAsARun, "CompleteAbort");

        private final Consumer<EndTransactionsConflictTest> action;
        private final String state;

        Other(Consumer<EndTransactionsConflictTest> action, String state) {
            this.action = action;
            this.state = state;
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void whoeverEndsItMeanwhileHasEndedItAndTheStepIsSkippedUntilTheNextTick(Other other) {
        List<StoreCall> calls = callsOfARun();
        int read = calls.indexOf(read());
        int commit = calls.indexOf(commit());
        assertThat(commit).isGreaterThan(read);
        for (int at = read + 1; at <= commit; at++) {
            String where = other + " before call " + at;
            prepare();
            List<ItemPage.Entry> theirs = new ArrayList<>();
            MaintenanceReport report;
            List<String> warnings;
            try (CapturedLog log = new CapturedLog()) {
                report = tick(new CountedGate(at, () -> {
                    other.action.accept(this);
                    theirs.addAll(everything());
                }));
                warnings = log.lines(Level.WARNING);
            }

            assertThat(report.failed()).as(where).isEmpty();
            assertThat(report.skipped()).as(where).singleElement().satisfies(skipped -> {
                assertThat(skipped.step()).contains(StepName.END_TRANSACTIONS);
                assertThat(skipped.reason()).startsWith("payments-1: ");
            });
            assertThat(warnings)
                    .as(where)
                    .singleElement()
                    .asString()
                    .contains("transactionalId=payments-1 ", "step=end-transactions ");
            assertThat(report.done()).as(where).containsEntry(StepName.END_TRANSACTIONS, TRANSACTIONS - 1);
            assertThat(everything()).as(where).isEqualTo(theirs);
            assertEnded(other.state, where);
            assertTheNextTicksLeaveItSo(other.state, where);
        }
    }

    /** Each call for the contested transaction fails for the whole tick: a change of its item is tried more than once. */
    @Test
    void afterAFailureTheOthersAreEndedAndTheReportNamesTheTransactionalId() {
        List<StoreCall> calls = callsOfARun();
        int read = calls.indexOf(read());
        for (StoreCall failing : calls.subList(read, calls.lastIndexOf(commit()) + 1)) {
            String where = "a failure of " + failing;
            prepare();
            MaintenanceReport report;
            List<String> errors;
            try (CapturedLog log = new CapturedLog()) {
                report = tick(new FailingGate(failing::equals));
                errors = log.lines(Level.SEVERE);
            }

            assertThat(report.skipped()).as(where).isEmpty();
            assertThat(report.failed()).as(where).singleElement().satisfies(failed -> {
                assertThat(failed.step()).contains(StepName.END_TRANSACTIONS);
                assertThat(failed.reason()).isEqualTo("payments-1: kept from " + failing);
            });
            assertThat(errors).as(where).singleElement().asString().contains("transactionalId=payments-1");
            assertThat(report.done()).as(where).containsEntry(StepName.END_TRANSACTIONS, TRANSACTIONS - 1);
            assertTheNextTicksLeaveItSo("CompleteAbort", where);
        }
    }

    private static StoreCall read() {
        return new StoreCall(StoreCall.Kind.GET, key());
    }

    private static StoreCall commit() {
        return new StoreCall(StoreCall.Kind.PUT, key());
    }

    private static String key() {
        return TransactionItem.key(CONTESTED_ID).partition() + " "
                + TransactionItem.key(CONTESTED_ID).sort();
    }

    private List<StoreCall> callsOfARun() {
        prepare();
        CountedGate gate = new CountedGate();
        assertThat(tick(gate).done()).containsEntry(StepName.END_TRANSACTIONS, TRANSACTIONS);
        return gate.calls();
    }

    /** A new world, in which each partition holds a record of a transaction of its own. */
    private void prepare() {
        world = new SweepWorld(93);
        topic = world.create("orders", TRANSACTIONS);
        world.swept();
        producers.clear();
        for (int i = 0; i < TRANSACTIONS; i++) {
            String id = "payments-" + i;
            ProducerEpoch producer = SweepWorld.given(
                    world.tidemark().initProducer(InitProducerRequest.begin(Optional.of(id), TIMEOUT)));
            producers.add(producer);
            NewRecord sent = new NewRecord(
                    world.now().toEpochMilli(), Optional.empty(), Optional.of(Bytes.utf8("of " + id)), List.of());
            Bytes batch = BatchWriter.write(
                    List.of(sent),
                    Codec.UNCOMPRESSED,
                    Optional.of(new ProducerStamp(producer.producerId(), producer.epoch(), 0)),
                    true);
            SweepWorld.given(world.tidemark()
                    .produce(new ProduceRequest(
                            Optional.of(id), List.of(new PartitionBatch(new TopicPartition(topic.name(), i), batch))))
                    .get(0));
        }
        world.passes(TIMEOUT);
    }

    private void end(boolean committed) {
        ProducerEpoch producer = producers.get(CONTESTED);
        SweepWorld.given(world.tidemark()
                .endTransaction(new EndTransactionRequest(
                        CONTESTED_ID.value(), producer.producerId(), producer.epoch(), committed)));
    }

    private void endAsARun() {
        TopicReader topics =
                new TopicReader(world.store.items(), world.environment().clock());
        Markers markers = new Markers(topics, new Tails(world.store.items(), world.environment()), world.environment());
        new Transactions(world.store.items(), markers, world.environment())
                .overdue()
                .handle(CONTESTED_ID, world.now());
    }

    private MaintenanceReport tick(Gate gate) {
        return new Maintenance(
                        new GatedObjectStore(world.store.objects(), gate),
                        new GatedItemStore(world.store.items(), gate),
                        world.environment())
                .run(MaintenanceRequest.due(Duration.ofMinutes(10)));
    }

    /** What is stored of the contested transaction: the coordinator's item, and its partition. */
    private List<ItemPage.Entry> everything() {
        List<ItemPage.Entry> everything = new ArrayList<>(world.items(topic.partition(CONTESTED)));
        everything.addAll(world.store.items().query(TransactionItem.range(Optional.empty(), 10)).entries().stream()
                .filter(entry -> entry.key().equals(TransactionItem.key(CONTESTED_ID)))
                .toList());
        return everything;
    }

    /** One marker, and all readers go on. */
    private void assertEnded(String state, String where) {
        assertThat(SweepWorld.given(world.tidemark().describeTransaction(CONTESTED_ID.value()))
                        .state())
                .as(where)
                .isEqualTo(state);
        Head head = world.head(topic.partition(CONTESTED));
        assertThat(head.offsets().high()).as(where).isEqualTo(2);
        assertThat(head.lastStableOffset()).as(where).isEqualTo(2);
        for (int partition = 0; partition < TRANSACTIONS; partition++) {
            boolean committed = partition == CONTESTED && state.equals("CompleteCommit");
            assertThat(shown(partition)).as(where).isEqualTo(committed ? List.of("of payments-1") : List.of());
        }
        assertThat(world.audit(AuditScope.everything()).findings())
                .as(where)
                .filteredOn(finding -> finding.rule() != Rule.GARBAGE_IS_SWEPT)
                .isEmpty();
    }

    private List<String> shown(int partition) {
        Fetched fetched = (Fetched) world.tidemark()
                .fetch(new FetchRequest(
                        new TopicPartition(topic.name(), partition),
                        0,
                        1 << 20,
                        IsolationLevel.READ_COMMITTED,
                        Duration.ZERO,
                        Optional.empty()));
        return CommittedReader.shown(fetched, 0).stream()
                .map(record -> record.value().orElseThrow().utf8())
                .toList();
    }

    /** It stayed due: the next tick finds what somebody else has left, or does what it could not do before. */
    private void assertTheNextTicksLeaveItSo(String state, String where) {
        for (Duration time : List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(20))) {
            world.passes(time);
            MaintenanceReport report = tick(new CountedGate());
            assertThat(report.skipped()).as(where).isEmpty();
            assertThat(report.failed()).as(where).isEmpty();
            assertEnded(state, where + ", " + time + " later");
        }
    }
}
