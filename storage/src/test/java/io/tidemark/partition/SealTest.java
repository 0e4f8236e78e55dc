package io.tidemark.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.Page;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.simulation.EntriesWritten;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.RawBatches;
import io.tidemark.simulation.WholeLog;
import io.tidemark.simulation.World;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SealTest {
    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final EntriesWritten items = new EntriesWritten(store.items());
    private final World world = new World(items, store.objects(), 1, new Random(3), Runnable::run);
    private final PartitionId partition = world.topic().partition(0);
    private final Seal seal = new Seal(items, Runnable::run);

    @Test
    void movesTheTailIntoAPageAndItsMaximumIntoTheIndex() {
        append(100, 300);
        append(200);
        Head before = world.head(0);

        HeadOutcome outcome = seal.seal(partition, before);

        Head after = world.head(0);
        assertThat(outcome).isEqualTo(new HeadOutcome.Applied(after));
        assertThat(after.offsets()).isEqualTo(new Head.Offsets(0, 3, 3, 0, 0));
        assertThat(after.tail()).isEmpty();
        assertThat(after.sealedMax()).isEqualTo(new Head.SealedMax(300, 1, 0));
        assertThat(page(0)).isEqualTo(new Page(0, before.tail()));
        assertThat(log().entries()).containsExactly(new IndexEntry(300, 0, -1, 0));
    }

    @Test
    void anEntryBeginsAtTheFirstBatchAboveThePreviousMaximum() {
        append(500);
        seal.seal(partition, world.head(0));
        append(500);
        append(400, 400);
        append(700);
        append(900);
        seal.seal(partition, world.head(0));

        assertThat(log().entries()).containsExactly(new IndexEntry(500, 0, -1, 0), new IndexEntry(900, 4, 500, 0));
    }

    @Test
    void aPageThatRaisesNoMaximumBringsNoEntry() {
        append(500);
        seal.seal(partition, world.head(0));
        append(500);
        seal.seal(partition, world.head(0));

        assertThat(log().entries()).hasSize(1);
        assertThat(world.head(0).sealedMax().maxTimestampMs()).isEqualTo(500);
    }

    @Test
    void recordsWithoutATimeBringNoEntry() {
        append(-1);
        seal.seal(partition, world.head(0));

        assertThat(log().entries()).isEmpty();
        assertThat(world.head(0).sealedMax().maxTimestampMs()).isEqualTo(-1);
    }

    @Test
    void anAppendInBetweenStaysInTheTail() {
        append(100);
        Head seen = world.head(0);
        append(200);

        assertThat(seal.seal(partition, seen)).isInstanceOf(HeadOutcome.Applied.class);
        assertThat(world.head(0).offsets().sealed()).isEqualTo(1);
        assertThat(world.head(0).tail()).hasSize(1);
        assertSound();
    }

    @Test
    void aLostRaceIsRefusedAndChangesNothing() {
        append(100);
        Head seen = world.head(0);
        seal.seal(partition, seen);
        Head after = world.head(0);

        assertThat(seal.seal(partition, seen)).isEqualTo(new HeadOutcome.Refused(Optional.of(after)));
        assertThat(world.head(0)).isEqualTo(after);
    }

    @Test
    void anEmptyTailCannotBeSealed() {
        assertThatThrownBy(() -> seal.seal(partition, world.head(0))).isInstanceOf(IllegalArgumentException.class);
        assertThat(world.head(0).offsets().sealed()).isZero();
    }

    @Test
    void aShorterPageOfADeadSealerIsAdoptedWithItsOwnEntry() {
        append(300);
        Head shorter = world.head(0);
        append(100);
        append(500);
        dieAtCommit(shorter);

        seal.seal(partition, world.head(0));

        assertThat(page(0).references()).hasSize(1);
        assertThat(world.head(0).offsets().sealed()).isEqualTo(1);
        assertThat(world.head(0).tail()).hasSize(2);
        assertThat(world.head(0).sealedMax().maxTimestampMs()).isEqualTo(300);
        assertThat(log().entries()).contains(new IndexEntry(300, 0, -1, 0));
        assertSound();
    }

    @Test
    void aShorterPageGetsItsEntryEvenIfTheDeadSealerPutNone() {
        append(300);
        Head shorter = world.head(0);
        append(500);
        items.put(Page.key(partition, 0), new Page(0, shorter.tail()).encode(), List.of());

        seal.seal(partition, world.head(0));

        assertThat(log().entries()).contains(new IndexEntry(300, 0, -1, 0));
        assertThat(world.head(0).sealedMax().maxTimestampMs()).isEqualTo(300);
        assertSound();
    }

    @Test
    void aLongerPageOfAnotherSealerIsAdopted() {
        append(300);
        Head shorter = world.head(0);
        append(100);
        append(500);
        dieAtCommit(world.head(0));

        seal.seal(partition, shorter);

        assertThat(world.head(0).offsets().sealed()).isEqualTo(3);
        assertThat(world.head(0).tail()).isEmpty();
        assertThat(world.head(0).sealedMax().maxTimestampMs()).isEqualTo(500);
        assertSound();
    }

    @Test
    void afterACrashAtAnyCallTheNextSealFinishes() {
        long timeMs = 0;
        for (Loss loss : List.of(Loss.NO_EFFECT, Loss.LOST_REPLY, Loss.LATE)) {
            for (int call = 1; call <= 3; call++) {
                timeMs += 1_000;
                append(timeMs, timeMs + 50);
                append(timeMs + 10);
                LosingGate gate = new LosingGate(call, loss);
                Seal dying = new Seal(new GatedItemStore(items, gate), Runnable::run);
                Head seen = world.head(0);
                assertThatThrownBy(() -> dying.seal(partition, seen)).isInstanceOf(StoreUnavailableException.class);
                append(timeMs + 20);
                assertSound();

                if (!world.head(0).tail().isEmpty()) {
                    seal.seal(partition, world.head(0));
                }
                gate.landAll();

                assertThat(world.head(0).tail()).as("%s at call %d", loss, call).hasSizeLessThan(2);
                assertSound();
            }
        }
    }

    @Test
    void aDeleteThatPassesTheSealedBatchesFirstRefusesTheSeal() {
        append(900);
        seal.seal(partition, world.head(0));
        append(500);
        Head seen = world.head(0);
        deleteTo(2);

        assertThat(seal.seal(partition, seen)).isInstanceOf(HeadOutcome.Refused.class);
        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(-1, 1, 2));

        append(400);
        seal.seal(partition, world.head(0));
        assertThat(log().entries()).contains(new IndexEntry(500, 1, -1, 2));
        assertSound();
    }

    @Test
    void aDeleteBetweenAnEntryAndItsSealLeavesATrueEntry() {
        append(900);
        seal.seal(partition, world.head(0));
        append(500);
        append(950);
        dieAtCommit(world.head(0));
        deleteTo(2);
        append(600);

        seal.seal(partition, world.head(0));

        assertThat(world.head(0).offsets().sealed()).isEqualTo(3);
        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(950, 1, 2));
        assertSound();
    }

    @Test
    void aDeleteAfterTheSealMovesWithinItsBatches() {
        append(900);
        append(500);
        Head seen = world.head(0);
        seal.seal(partition, seen);
        deleteTo(1);

        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(900, 1, 0));
        assertSound();
    }

    private void append(long... timestampsMs) {
        World.value(World.produce(world.process(), 0, RawBatches.plain("r", timestampsMs)));
    }

    /** Page and entry are put, the head is not updated. */
    private void dieAtCommit(Head seen) {
        LosingGate gate = new LosingGate(call -> call.isHeadUpdate(), 1, Loss.NO_EFFECT);
        assertThatThrownBy(() -> new Seal(new GatedItemStore(items, gate), Runnable::run).seal(partition, seen))
                .isInstanceOf(StoreUnavailableException.class);
    }

    private void deleteTo(long offset) {
        World.value(world.process()
                .deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))))
                .get(0));
    }

    private Page page(long baseOffset) {
        return Page.decode(
                Page.key(partition, baseOffset),
                items.get(Page.key(partition, baseOffset)).orElseThrow());
    }

    private WholeLog log() {
        return WholeLog.read(items, partition);
    }

    private void assertSound() {
        items.assertAllTrue(partition);
    }
}
