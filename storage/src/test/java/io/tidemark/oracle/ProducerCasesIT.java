package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedProducer.Given;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import io.tidemark.store.Eventually;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/**
 * Producer ids and transactions, case by case as a broker answers a producer of transaction version 2. What a broker
 * answers with CONCURRENT_TRANSACTIONS while it writes markers behind its answer is asked again.
 */
class ProducerCasesIT {
    private static final AtomicInteger IDS = new AtomicInteger();
    private static final int TIMEOUT_MS = 600_000;
    private static final int NONE = ComparedProducer.NONE;
    private static final short TRANSACTIONAL = 16;

    private final BothLogs both = new BothLogs(stores());
    private final String topic = both.topic();
    private final String id = "case-" + IDS.incrementAndGet();
    private final ProducerSide broker =
            new ProducerSide(new KafkaProducerCalls(KafkaBroker.running().connect()));
    private final ProducerSide tidemark =
            new ProducerSide(new TidemarkProducerCalls(both.stores().tidemark(ManualClock.atSystemTime(), 2)));

    /** Where the cases are done. */
    Stores stores() {
        return Stores.inMemory();
    }

    @Test
    void d68InitializesAnIdempotentProducerAndRefusesWhatIsWrong() {
        answers("new id, epoch 0", side -> side.told(init(side, Optional.empty(), 0, NONE, NONE)));
        answers("new id, epoch 0", side -> side.told(init(side, Optional.empty(), TIMEOUT_MS, NONE, NONE)));
        answers("INVALID_TRANSACTION_TIMEOUT", side -> side.told(init(side, Optional.of(id), 0, NONE, NONE)));
        answers("INVALID_TRANSACTION_TIMEOUT", side -> side.told(init(side, Optional.of(id), -1, NONE, NONE)));
        answers("INVALID_TRANSACTION_TIMEOUT", side -> side.told(init(side, Optional.of(id), 900_001, NONE, NONE)));
        answers("new id, epoch 0", side -> side.told(init(side, Optional.of(id), 900_000, NONE, NONE)));
        answers("INVALID_REQUEST", side -> side.told(init(side, Optional.of(""), TIMEOUT_MS, NONE, NONE)));
        answers("INVALID_REQUEST", side -> side.told(init(side, Optional.of(id), TIMEOUT_MS, 5, NONE)));
        answers("INVALID_REQUEST", side -> side.told(init(side, Optional.of(id), TIMEOUT_MS, NONE, 5)));
    }

    @Test
    void d69InitializesAgainByTheEpochThatTheProducerNames() {
        begins("new id, epoch 0");
        begins("same id, epoch 1");
        goesOn("same id, epoch 2", 1);
        goesOn("same id, epoch 2", 1);
        goesOn("same id, epoch 3", 2);
        goesOn("PRODUCER_FENCED", 1);
        goesOn("PRODUCER_FENCED", 4);
        answers(
                "PRODUCER_FENCED",
                side -> side.told(init(side, Optional.of(id), TIMEOUT_MS, side.producerId() + 1_000_000, 3)));
        begins("same id, epoch 4");
        goesOn("PRODUCER_FENCED", 3);
    }

    @Test
    void goesOnAfterAnEndByTheEpochThatEnded() {
        begins("new id, epoch 0");
        sends(Errors.NONE, 0, 0);
        ends("same id, epoch 1", 0, true);
        goesOn("same id, epoch 1", 0);
        goesOn("same id, epoch 2", 1);
    }

    @Test
    void d70InitializingAbortsWhatIsOpenAndFencesItsOwner() {
        begins("new id, epoch 0");
        sends(Errors.NONE, 0, 0);
        answers("CONCURRENT_TRANSACTIONS", side -> side.told(init(side, Optional.of(id), TIMEOUT_MS, NONE, NONE)));
        begins("same id, epoch 2");
        sends(Errors.INVALID_PRODUCER_EPOCH, 0, 1);
        ends("PRODUCER_FENCED", 0, true);
        ends("PRODUCER_FENCED", 0, false);
        sends(Errors.NONE, 2, 0);
        ends("same id, epoch 3", 2, true);
    }

    @Test
    void d71AFirstBatchEnlistsItsPartition() {
        begins("new id, epoch 0");
        sends(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, 0, 3);
        sends(Errors.NONE, 0, 0);
        sends(Errors.NONE, 0, 1);
        sends(Errors.NONE, 0, 0);
        ends("same id, epoch 1", 0, true);
        // a broker that takes this one to its coordinator has written the marker, and only then fences the old epoch
        sends(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, 1, 2);
        sends(Errors.INVALID_PRODUCER_EPOCH, 0, 2);
        sends(Errors.NONE, 1, 0);
    }

    @Test
    void d73AnAbortWithNothingOpenMovesTheEpochAndACommitIsRefused() {
        begins("new id, epoch 0");
        ends("same id, epoch 1", 0, false);
        ends("INVALID_TXN_STATE", 1, true);
        ends("same id, epoch 1", 0, false);
        ends("INVALID_TXN_STATE", 0, true);
        ends("same id, epoch 2", 1, false);
        ends("PRODUCER_FENCED", 0, false);
        ends("PRODUCER_FENCED", 3, false);
    }

    @Test
    void anEndIsAnsweredAgainAndNeverTurned() {
        begins("new id, epoch 0");
        sends(Errors.NONE, 0, 0);
        ends("same id, epoch 1", 0, true);
        ends("same id, epoch 1", 0, true);
        ends("INVALID_TXN_STATE", 0, false);
        ends("INVALID_TXN_STATE", 1, true);
        sends(Errors.NONE, 1, 0);
        ends("same id, epoch 2", 1, false);
        ends("same id, epoch 2", 1, false);
        ends("INVALID_TXN_STATE", 1, true);
        ends("PRODUCER_FENCED", 0, true);
    }

    @Test
    void aFirstBatchThatItsPartitionRefusesOpensNothing_decision051() {
        begins("new id, epoch 0");
        sends(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, 0, 1);
        differ("same id, epoch 1", "INVALID_TXN_STATE", side -> side.told(end(side, 0, true)));
    }

    @Test
    void aPartitionJudgesTheSequenceBeforeTheCoordinatorTheEpoch_decision051() {
        begins("new id, epoch 0");
        differ(
                "INVALID_PRODUCER_EPOCH",
                "OUT_OF_ORDER_SEQUENCE_NUMBER",
                side -> send(side, 1, 1).name());
        sends(Errors.INVALID_PRODUCER_EPOCH, 1, 0);
    }

    @Test
    void whoNamesAnotherEpochLeavesWhatIsOpenAlone_decision052() {
        begins("new id, epoch 0");
        begins("same id, epoch 1");
        begins("same id, epoch 2");
        sends(Errors.NONE, 2, 0);
        goesOn("PRODUCER_FENCED", 0);
        // the broker's abort marker comes when it comes; until then it takes the batch, and the same one again
        differ(
                "INVALID_PRODUCER_EPOCH",
                "NONE",
                side -> Eventually.until(() -> send(side, 2, 1), error -> side.equals(tidemark) || error != Errors.NONE)
                        .name());
    }

    @Test
    void d74APlainBatchOfAProducerWithATransactionIsRefused() {
        begins("new id, epoch 0");
        sends(Errors.NONE, 0, 0);
        answers(
                Errors.INVALID_TXN_STATE.name(),
                side -> side.calls()
                        .produce(topic, Optional.empty(), batch(side.producerId(), 0, 1, false))
                        .name());
    }

    @Test
    void d75AnUnknownTransactionalIdOrAForeignProducerIdHasNoTransaction() {
        begins("new id, epoch 0");
        answers(
                "INVALID_PRODUCER_ID_MAPPING",
                side -> side.calls()
                        .produce(topic, Optional.of(id + "-unknown"), batch(side.producerId(), 0, 0, true))
                        .name());
        answers(
                "INVALID_PRODUCER_ID_MAPPING",
                side -> side.calls()
                        .produce(topic, Optional.of(id), batch(side.producerId() + 1_000_000, 0, 0, true))
                        .name());
        answers(
                "INVALID_PRODUCER_ID_MAPPING",
                side -> side.told(side.calls().end(id + "-unknown", side.producerId(), 0, true)));
        answers(
                "INVALID_PRODUCER_ID_MAPPING",
                side -> side.told(side.calls().end(id, side.producerId() + 1_000_000, 0, true)));
        answers(
                "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
                side -> side.calls()
                        .produce(topic, Optional.empty(), batch(side.producerId(), 0, 0, true))
                        .name());
        sends(Errors.INVALID_PRODUCER_EPOCH, 1, 0);
        sends(Errors.NONE, 0, 0);
    }

    private void begins(String expected) {
        goesOn(expected, NONE);
    }

    /** Naming the epoch, or none. */
    private void goesOn(String expected, int epoch) {
        answers(
                expected,
                side -> side.told(asked(() ->
                        init(side, Optional.of(id), TIMEOUT_MS, epoch == NONE ? NONE : side.producerId(), epoch))));
    }

    private void ends(String expected, int epoch, boolean committed) {
        answers(expected, side -> side.told(end(side, epoch, committed)));
    }

    private Given end(ProducerSide side, int epoch, boolean committed) {
        return asked(() -> side.calls().end(id, side.producerId(), epoch, committed));
    }

    private void sends(Errors expected, int epoch, int sequence) {
        answers(expected.name(), side -> send(side, epoch, sequence).name());
    }

    private Errors send(ProducerSide side, int epoch, int sequence) {
        return Eventually.until(
                () -> side.calls().produce(topic, Optional.of(id), batch(side.producerId(), epoch, sequence, true)),
                error -> error != Errors.CONCURRENT_TRANSACTIONS);
    }

    private void answers(String expected, Function<ProducerSide, String> call) {
        differ(expected, expected, call);
    }

    private void differ(String ofBroker, String ofTidemark, Function<ProducerSide, String> call) {
        List<String> told = Stream.of(broker, tidemark).map(call).toList();
        assertThat(told).as("broker, Tidemark").containsExactly(ofBroker, ofTidemark);
    }

    private static Given asked(Supplier<Given> call) {
        return Eventually.until(call, given -> given.error() != Errors.CONCURRENT_TRANSACTIONS);
    }

    private static Given init(
            ProducerSide side, Optional<String> transactionalId, int timeoutMs, long producerId, int epoch) {
        return side.calls().init(transactionalId, timeoutMs, producerId, epoch);
    }

    private static Bytes batch(long producerId, int epoch, int sequence, boolean transactional) {
        RawBatch batch = RawBatch.of(5).by(producerId, epoch, sequence);
        return transactional
                ? batch.forged(bytes -> bytes.putShort(
                        RawBatch.ATTRIBUTES, (short) (bytes.getShort(RawBatch.ATTRIBUTES) | TRANSACTIONAL)))
                : batch.bytes();
    }
}
