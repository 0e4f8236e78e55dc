package io.tidemark.transaction;

import static io.tidemark.simulation.World.value;
import static io.tidemark.transaction.Client.error;
import static io.tidemark.transaction.Client.visible;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.TransactionItem;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemKey;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions from their beginning to their end, without faults. */
final class TransactionsTest {
    private final World world = World.inMemory(3);
    private final Tidemark process = world.process();

    @Test
    void allOfATransactionBecomesVisibleAtOnceOrNothing() {
        Client client = Client.begun(process);
        client.sendAll(Map.of(0, "a", 1, "b"));
        client.send(0, "c");
        assertThat(visible(process, 0)).isEmpty();
        value(client.commit());
        client.sendAll(Map.of(0, "d", 2, "e"));
        value(client.abort());

        assertThat(visible(process, 0)).containsExactly("a.0", "c.0");
        assertThat(visible(process, 1)).containsExactly("b.0");
        assertThat(visible(process, 2)).isEmpty();
        assertThat(world.head(0).lastStableOffset())
                .isEqualTo(world.head(0).offsets().high());
    }

    @Test
    void aSecondTransactionRightAfterTheFirstHoldsBackTheStableOffset() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        value(client.commit());
        value(client.send(0, "b"));

        assertThat(world.head(0).lastStableOffset()).isEqualTo(2);
        assertThat(Client.committed(process, 0).lastStableOffset()).isEqualTo(2);
        assertThat(visible(process, 0)).containsExactly("a.0");
    }

    @Test
    void theEndMovesTheEpochAndTheNextTransactionBeginsAtSequenceZero() {
        Client client = Client.begun(process);
        ProducerEpoch first = client.epoch();
        value(client.send(0, "a"));

        EndedTransaction ended = value(client.commit());

        assertThat(ended).isEqualTo(new EndedTransaction("CompleteCommit", new ProducerEpoch(first.producerId(), (short)
                (first.epoch() + 1))));
        assertThat(value(client.send(0, "b")).baseOffset()).isEqualTo(2);
    }

    @Test
    void anEndThatIsRepeatedWritesNoSecondMarker() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        EndTransactionRequest commit = client.request(true);
        EndedTransaction first = value(process.endTransaction(commit));

        assertThat(value(process.endTransaction(commit))).isEqualTo(first);
        assertThat(value(world.process().endTransaction(commit))).isEqualTo(first);
        assertThat(error(process.endTransaction(client.request(false)))).isEqualTo(KafkaError.INVALID_TXN_STATE);
        assertThat(world.head(0).offsets().high()).isEqualTo(2);
    }

    @Test
    void anAbortWithNothingOpenMovesTheEpochAndACommitIsRefused() {
        Client client = Client.begun(process);

        assertThat(error(client.commit())).isEqualTo(KafkaError.INVALID_TXN_STATE);
        assertThat(value(client.abort()).next().epoch()).isEqualTo((short) 1);
        assertThat(value(client.abort()).next().epoch()).isEqualTo((short) 2);
        assertThat(error(client.commit())).isEqualTo(KafkaError.INVALID_TXN_STATE);
    }

    @Test
    void whoBeginsAnewAbortsWhatIsOpenAndFencesItsOwner() {
        Client zombie = Client.begun(process);
        value(zombie.send(0, "a"));
        Client heir = new Client(world.process());

        assertThat(error(heir.init())).isEqualTo(KafkaError.CONCURRENT_TRANSACTIONS);
        assertThat(value(heir.init()).epoch()).isEqualTo((short) 2);

        assertThat(error(zombie.send(0, "b"))).isEqualTo(KafkaError.INVALID_PRODUCER_EPOCH);
        assertThat(error(zombie.send(1, "b"))).isEqualTo(KafkaError.INVALID_PRODUCER_EPOCH);
        assertThat(error(zombie.commit())).isEqualTo(KafkaError.PRODUCER_FENCED);
        assertThat(error(zombie.abort())).isEqualTo(KafkaError.PRODUCER_FENCED);
        assertThat(error(zombie.initAgain())).isEqualTo(KafkaError.PRODUCER_FENCED);
        value(heir.send(0, "c"));
        value(heir.commit());
        assertThat(visible(process, 0)).containsExactly("c.0");
        assertThat(world.head(1).offsets().high()).isZero();
    }

    @Test
    void whoGoesOnAfterALostReplyIsGivenTheSameEpoch() {
        Client client = Client.begun(process);
        Client lost = client.on(world.process());
        value(client.initAgain());
        value(lost.initAgain());

        assertThat(lost.epoch()).isEqualTo(client.epoch()).hasToString("0.1");
    }

    /** Both make the same change of the same item at the same time; only the revision tells whose it is. */
    @Test
    void twoThatBeginAtOneTimeNeverShareAnEpoch() {
        Client first = Client.begun(process);
        Client other = first.on(world.process());
        InsertingGate gate = new InsertingGate(
                call -> call.kind() == StoreCall.Kind.PUT && call.key().startsWith("X "),
                () -> assertThat(value(other.init())).hasToString("0.1"));

        assertThat(value(first.on(world.process(gate)).init())).hasToString("0.2");

        assertThat(gate.done()).isTrue();
        assertThat(error(other.send(0, "a"))).isEqualTo(KafkaError.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void theEpochsOfAnIdThatIsUsedUpGoOnUnderANewOne() {
        Client client = Client.begun(process);
        setEpoch(ProducerEpoch.LAST);
        Client last = new Client(world.process());
        value(last.init());
        assertThat(last.epoch()).hasToString("1000.0");
        setEpoch((short) (ProducerEpoch.LAST - 1));
        Client old = Client.begun(world.process());
        assertThat(old.epoch()).hasToString("1000." + ProducerEpoch.LAST);
        value(old.send(0, "a"));
        EndTransactionRequest commit = old.request(true);

        EndedTransaction ended = value(old.commit());

        assertThat(ended.next().epoch()).isZero();
        assertThat(ended.next().producerId()).isGreaterThan(1_000);
        assertThat(value(process.endTransaction(commit))).isEqualTo(ended);
        value(old.send(0, "b"));
        value(old.commit());
        assertThat(visible(process, 0)).containsExactly("a.0", "b.0");
        assertThat(error(client.send(0, "c"))).isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
    }

    private void setEpoch(short epoch) {
        ItemKey key = TransactionItem.key(new TransactionalId(Client.ID));
        TransactionItem item =
                TransactionItem.decode(key, world.items().get(key).orElseThrow());
        ProducerEpoch next = new ProducerEpoch(item.next().producerId(), epoch);
        world.items()
                .put(
                        key,
                        item.with(next, item.state())
                                .stamped(item.changedAt(), item.revision() + 1)
                                .encode(),
                        List.of());
    }

    /** Per transaction: three changes of the coordinator's item, and a partition's update for each batch and its end. */
    @ParameterizedTest
    @CsvSource({"true, 2, 0", "false, 3, 1"})
    void aTransactionCostsTheSameHoweverManyThereWere(boolean committed, int headUpdates, int told) {
        CountedGate gate = new CountedGate();
        Client client = Client.begun(world.process(gate));
        for (int i = 0; i < 60; i++) {
            int before = gate.calls().size();
            client.sendAll(Map.of(0, "a", 1, "b")).forEach(World::value);
            value(client.end(committed));
            List<StoreCall> calls = gate.calls().subList(before, gate.calls().size());
            boolean seals = calls.stream().anyMatch(call -> call.key().contains(" B#"));
            if (i > 0 && !seals) {
                assertThat(calls)
                        .filteredOn(call -> !call.isWrite())
                        .as("%s", i)
                        .isEmpty();
                assertThat(calls)
                        .filteredOn(call -> call.key().startsWith("X "))
                        .hasSize(3);
                assertThat(calls).filteredOn(StoreCall::isHeadUpdate).hasSize(2 * headUpdates);
                assertThat(calls).filteredOn(call -> call.key().contains(" A#")).hasSize(2 * told);
                assertThat(calls)
                        .filteredOn(call -> call.kind() == StoreCall.Kind.PUT_OBJECT)
                        .hasSize(1);
                assertThat(calls).hasSize(3 + 2 * headUpdates + 2 * told + 1);
            }
        }
    }

    @Test
    void aFurtherBatchCostsWhatAnIdempotentOneDoes() {
        CountedGate gate = new CountedGate();
        Client client = Client.begun(world.process(gate));
        value(client.send(0, "a"));
        int before = gate.calls().size();
        value(client.send(0, "b"));

        assertThat(gate.calls().subList(before, gate.calls().size()))
                .extracting(StoreCall::kind)
                .containsExactly(StoreCall.Kind.PUT_OBJECT, StoreCall.Kind.UPDATE);
    }

    @Test
    void producerIdsAreGivenOnceAndAThousandCostOneCall() {
        CountedGate gate = new CountedGate();
        List<Tidemark> processes = List.of(world.process(gate), world.process());
        Set<Long> given = new HashSet<>();
        for (int i = 0; i < 1_500; i++) {
            for (Tidemark each : processes) {
                assertThat(given.add(idempotent(each))).isTrue();
            }
        }
        assertThat(gate.calls()).hasSizeLessThanOrEqualTo(4);
        processes.get(0).restored();
        assertThat(given.add(idempotent(processes.get(0)))).isTrue();
        assertThat(gate.calls()).hasSizeLessThanOrEqualTo(5);
    }

    private static long idempotent(Tidemark each) {
        ProducerEpoch producer = value(each.initProducer(InitProducerRequest.begin(Optional.empty(), Duration.ZERO)));
        assertThat(producer.epoch()).isZero();
        return producer.producerId();
    }

    @Test
    void aTransactionIsDescribedWhileItIsOpen() {
        Client client = Client.begun(process);
        client.sendAll(Map.of(2, "a", 0, "b"));

        TransactionDescription open = value(process.describeTransaction(Client.ID));

        assertThat(open.state()).isEqualTo("Ongoing");
        assertThat(open.partitions()).extracting(TopicPartition::toString).containsExactly("orders-0", "orders-2");
        assertThat(open.startedAt()).contains(world.clock().instant());
        assertThat(value(process.transactions(Optional.empty())).transactions()).containsExactly(open);
        assertThat(error(process.describeTransaction("none"))).isEqualTo(KafkaError.TRANSACTIONAL_ID_NOT_FOUND);
    }

    @Test
    void aTopicThatIsCreatedAgainInsideOfATransactionTakesPartInIt() {
        Client client = Client.begun(process);
        value(client.send(0, "a"));
        value(process.topics().delete(World.TOPIC));
        world.create(World.TOPIC, 1);
        Client onNew = new Client(world.process(), client.epoch());
        value(onNew.send(0, "b"));

        assertThat(value(process.describeTransaction(Client.ID)).partitions()).containsExactly(World.partition(0));
        value(onNew.commit());
        assertThat(visible(world.process(), 0)).containsExactly("b.0");
    }

    @Test
    void theFirstAndTheLastOfAllIdsAreListedInOrder() {
        List<String> ids = List.of("\u0000", "z", "\uFF5E", "\uDBFF\uDFFF".repeat(TransactionalId.MAX_SIZE_BYTES / 4));
        ids.forEach(id -> value(init(process, id, 1)));

        assertThat(value(process.transactions(Optional.empty())).transactions())
                .extracting(TransactionDescription::transactionalId)
                .isEqualTo(ids);
    }

    @Test
    void badInputIsRefusedByKafkasNameAndStoresNothing() {
        Client client = Client.begun(process);
        CountedGate gate = new CountedGate();
        Tidemark watched = world.process(gate);
        assertThat(error(init(watched, "", 60_000))).isEqualTo(KafkaError.INVALID_REQUEST);
        assertThat(error(init(watched, "x".repeat(513), 60_000))).isEqualTo(KafkaError.INVALID_REQUEST);
        assertThat(error(init(watched, "t", 0))).isEqualTo(KafkaError.INVALID_TRANSACTION_TIMEOUT);
        assertThat(error(init(watched, "t", 900_001))).isEqualTo(KafkaError.INVALID_TRANSACTION_TIMEOUT);
        assertThat(error(end(watched, "none", 0, 0))).isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
        assertThat(error(end(watched, Client.ID, 5, 0))).isEqualTo(KafkaError.INVALID_PRODUCER_ID_MAPPING);
        assertThat(error(end(watched, Client.ID, 0, -1))).isEqualTo(KafkaError.PRODUCER_FENCED);
        assertThat(error(end(watched, Client.ID, 0, 1))).isEqualTo(KafkaError.PRODUCER_FENCED);
        assertThat(error(end(watched, Client.ID, 0, 0))).isEqualTo(KafkaError.INVALID_TXN_STATE);
        Client old = client.on(world.process(gate));
        value(client.abort());
        assertThat(error(old.send(0, "a"))).isEqualTo(KafkaError.INVALID_PRODUCER_EPOCH);

        assertThat(gate.calls()).isNotEmpty().noneMatch(StoreCall::isWrite);
    }

    private static Answer<ProducerEpoch> init(Tidemark process, String id, long timeoutMs) {
        return process.initProducer(InitProducerRequest.begin(Optional.of(id), Duration.ofMillis(timeoutMs)));
    }

    private static Answer<EndedTransaction> end(Tidemark process, String id, long producerId, int epoch) {
        return process.endTransaction(new EndTransactionRequest(id, producerId, epoch, true));
    }
}
