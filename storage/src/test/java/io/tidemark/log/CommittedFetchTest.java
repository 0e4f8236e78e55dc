package io.tidemark.log;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.TransactionProcess.transaction;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.Fetched.AbortedTransaction;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** READ_COMMITTED (invariant I12): how far it reads, and what it is told of aborted transactions. */
final class CommittedFetchTest {
    private static final ProducerEpoch ONE = transaction(1, 0);
    private static final ProducerEpoch TWO = transaction(2, 0);
    private static final ProducerEpoch THREE = transaction(3, 0);

    private final World world = World.inMemory(1);
    private final TransactionProcess process = new TransactionProcess(world);

    @Test
    void readsUpToTheFirstOffsetOfTheOldestOpenTransaction() {
        append("a"); // 0
        value(process.write(0, ONE, 0)); // 1
        append("b"); // 2
        value(process.write(0, TWO, 0)); // 3
        assertRead(0, 1, List.of(0L));
        assertRead(1, 1, List.of());
        assertRead(4, 4, List.of());
        assertThat(process.tryFetchCommitted(0, 5, 100)).isInstanceOf(FetchAnswer.OutOfRange.class);

        process.commit(0, ONE); // 4
        assertRead(0, 3, List.of(0L, 1L, 2L));
        process.commit(0, TWO); // 5
        assertRead(0, 6, List.of(0L, 1L, 2L, 3L, 4L, 5L));
    }

    @Test
    void aSecondTransactionRightAfterTheFirstPinsTheLastStableOffset() {
        value(process.write(0, ONE, 0)); // 0
        process.abort(0, ONE); // 1
        value(process.write(0, transaction(1, 1), 0)); // 2

        Fetched fetched = assertRead(0, 2, List.of(0L, 1L));
        assertThat(fetched.lastStableOffset()).isEqualTo(2);
        assertThat(fetched.abortedTransactions()).containsExactly(new AbortedTransaction(1, 0));
    }

    @Test
    void anAbortedTransactionIsToldOfWhereverTheFetchMeetsIt() {
        append("a"); // 0
        value(process.write(0, ONE, 0)); // 1
        append("b"); // 2
        value(process.write(0, ONE, 1)); // 3
        process.abort(0, ONE); // 4
        append("c"); // 5
        AbortedTransaction aborted = new AbortedTransaction(1, 1);

        for (long offset = 0; offset <= 4; offset++) {
            assertThat(process.fetchCommitted(0, offset).abortedTransactions())
                    .as("from %d on", offset)
                    .containsExactly(aborted);
        }
        assertThat(process.fetchCommitted(0, 5).abortedTransactions()).isEmpty();
        assertThat(firstBatch(0).abortedTransactions()).isEmpty();
        for (long offset = 1; offset <= 4; offset++) {
            assertThat(firstBatch(offset).nextOffset()).isEqualTo(offset + 1);
            assertThat(firstBatch(offset).abortedTransactions())
                    .as("from %d on, one batch", offset)
                    .containsExactly(aborted);
        }
    }

    @Test
    void readUncommittedIsToldOfNone() {
        value(process.write(0, ONE, 0));
        process.abort(0, ONE);

        Fetched fetched = (Fetched) World.fetch(world.process(), 0, 0, 1_000);
        assertThat(fetched.batches()).hasSize(2);
        assertThat(fetched.lastStableOffset()).isEqualTo(2);
        assertThat(fetched.abortedTransactions()).isEmpty();
    }

    @Test
    void aTransactionThatBeganEarlyAndEndsLateIsToldOfBehindManyOthers() {
        value(process.write(0, ONE, 0)); // 0
        for (int i = 0; i < 250; i++) {
            value(process.write(0, transaction(2, i), 0));
            process.abort(0, transaction(2, i));
        }
        process.abort(0, ONE); // 501
        append("z");

        List<AbortedTransaction> told = process.fetchCommitted(0, 0).abortedTransactions();
        assertThat(told).hasSize(251).contains(new AbortedTransaction(1, 0));
        assertThat(process.fetchCommitted(0, 500).abortedTransactions())
                .containsExactlyInAnyOrder(new AbortedTransaction(1, 0), new AbortedTransaction(2, 499));
    }

    @Test
    void ofVeryManyAbortsOnlySoManyAreReadAtATimeAndTheFetchEndsWithThem() {
        for (int i = 0; i < 250; i++) {
            value(process.write(0, transaction(2, i), 0));
            process.abort(0, transaction(2, i));
        }
        append("z"); // 500
        List<Long> offsets = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        for (long next = 0; next < 501; ) {
            FailingGate counted = new FailingGate(call -> false);
            Fetched fetched = new TransactionProcess(world, counted).fetchCommitted(0, next);
            assertThat(counted.count(Kind.QUERY)).isLessThanOrEqualTo(20);
            assertThat(fetched.nextOffset()).isGreaterThan(next);
            fetched.batches().forEach(batch -> offsets.add(batch.baseOffset()));
            told.add(fetched.abortedTransactions().size());
            next = fetched.nextOffset();
        }

        assertThat(offsets).hasSize(501).isSorted().doesNotHaveDuplicates();
        assertThat(told).containsExactly(100, 100, 50);
    }

    @Test
    void anOpenTransactionBelowTheLogStartStandsBackForIt() {
        append("a"); // 0
        value(process.write(0, ONE, 0)); // 1
        append("b"); // 2
        deleteBefore(Optional.empty());
        append("c"); // 3
        assertThat(process.listCommitted(0, -1).offset()).contains(3L);
        assertRead(3, 3, List.of());

        process.abort(0, ONE); // 4
        Fetched fetched = assertRead(3, 5, List.of(3L, 4L));
        assertThat(fetched.abortedTransactions()).containsExactly(new AbortedTransaction(1, 1));
    }

    @Test
    void anAbortWhoseMarkerIsMissingAmongTheBatchesIsLeftOut() {
        append("a");
        append("b");
        io.tidemark.layout.AbortedTransaction gone = new io.tidemark.layout.AbortedTransaction(1, 9, 0, 2);
        world.items()
                .put(
                        io.tidemark.layout.AbortedTransaction.key(world.topic().partition(0), 1),
                        gone.encode(),
                        List.of());

        assertThat(process.fetchCommitted(0, 0).abortedTransactions()).isEmpty();
        assertThat(firstBatch(0).abortedTransactions())
                .as("the marker may come yet")
                .containsExactly(new AbortedTransaction(9, 0));
    }

    @Test
    void listsOffsetsUpToTheLastStableOffset() {
        value(produce(process.tidemark(), 0, plain("a", 100))); // 0
        value(process.write(0, ONE, 0)); // 1
        value(produce(process.tidemark(), 0, plain("b", 300))); // 2
        assertThat(process.listCommitted(0, -1).offset()).contains(1L);
        assertThat(process.listCommitted(0, -2).offset()).contains(0L);
        assertThat(process.listCommitted(0, 100).offset()).contains(0L);
        assertThat(process.listCommitted(0, 150)).isEqualTo(ListedOffset.NO_MATCH);
        assertThat(process.listCommitted(0, -3)).isEqualTo(ListedOffset.NO_MATCH);

        process.abort(0, ONE); // 3
        assertThat(process.listCommitted(0, -1).offset()).contains(4L);
        assertThat(process.listCommitted(0, 150).offset()).contains(2L);
        assertThat(process.listCommitted(0, 301).offset()).contains(3L);
        assertThat(process.listCommitted(0, -3).offset()).contains(3L);
        assertThat(process.listCommitted(0, -3).timestampMs()).contains(World.START_MS);
    }

    @Test
    void aCommittedReadTakesFourItemReadsAtMost() {
        value(process.write(0, THREE, 0));
        process.abort(0, THREE);
        FailingGate counted = new FailingGate(call -> false);
        TransactionProcess reader = new TransactionProcess(world, counted);
        reader.fetchCommitted(0, 0);
        long cold = counted.count(Kind.GET) + counted.count(Kind.QUERY);

        reader.fetchCommitted(0, 0);
        assertThat(counted.count(Kind.GET) + counted.count(Kind.QUERY) - cold).isEqualTo(2);
        reader.fetchCommitted(0, 2);
        assertThat(counted.count(Kind.GET) + counted.count(Kind.QUERY) - cold)
                .as("at the end it is the head alone")
                .isEqualTo(3);
    }

    private Fetched firstBatch(long offset) {
        return (Fetched) process.tryFetchCommitted(0, offset, 1);
    }

    private Fetched assertRead(long offset, long next, List<Long> batches) {
        Fetched fetched = process.fetchCommitted(0, offset);
        assertThat(fetched.nextOffset()).isEqualTo(next);
        assertThat(fetched.batches()).extracting(StoredBatch::baseOffset).isEqualTo(batches);
        return fetched;
    }

    private void append(String name) {
        value(produce(process.tidemark(), 0, plain(name, 5)));
    }

    private void deleteBefore(Optional<Long> offset) {
        process.tidemark()
                .deleteRecords(
                        new DeleteRecordsRequest(World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, offset))));
    }
}
