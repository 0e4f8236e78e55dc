package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.BatchReference.Kind;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.Page;
import io.tidemark.partition.Seal;
import io.tidemark.produce.AppendPlan.Verdict;
import io.tidemark.produce.ClosedAttempt.Fate;
import io.tidemark.record.PreparedBatch;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.World;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClosedAttemptTest {
    private final World world = World.inMemory(1);
    private final PartitionId partition = world.topic().partition(0);
    private final AppendPlan own = plan(World.START_MS);

    @Test
    void anAttemptInTheTailIsFound() {
        others(3);
        send(own);
        others(2);

        assertThat(settle(0)).isEqualTo(new Fate.AppliedAt(3, world.head(0)));
    }

    @Test
    void anAttemptInAPageIsFound() {
        others(20);
        send(own);
        others(50);

        assertThat(world.head(0).offsets().sealed()).isGreaterThan(21);
        assertThat(settle(0)).isEqualTo(new Fate.AppliedAt(20, world.head(0)));
        assertThat(settle(20)).isEqualTo(new Fate.AppliedAt(20, world.head(0)));
    }

    @Test
    void anAttemptBeforeBatchesOfSlowerProducersIsFound() {
        send(own);
        for (int i = 0; i < 40; i++) {
            send(plan(World.START_MS - 240_000 + i));
            if (i % 16 == 15) {
                new Seal(world.items(), Runnable::run).seal(partition, world.head(0));
            }
        }

        assertThat(settle(0)).isEqualTo(new Fate.AppliedAt(0, world.head(0)));
    }

    @Test
    void anAttemptThatNeverAppliedNeverDoes() {
        others(40);

        assertThat(settle(0)).isEqualTo(new Fate.Never(world.head(0)));
        assertThat(send(own)).isInstanceOf(WriteOutcome.Refused.class);
        assertThat(world.head(0).offsets().high()).isEqualTo(40);
    }

    @Test
    void theNextAttemptOfTheSameBatchIsFree() {
        settle(0);
        AppendPlan next = new AppendPlan(own.batch(), attempt(own.reference(), 1), false);

        assertThat(send(next)).isInstanceOf(WriteOutcome.Applied.class);
        assertThat(settle(0)).as("another attempt").isInstanceOf(Fate.Never.class);
    }

    @Test
    void closingTwiceTellsTheSame() {
        send(own);
        Fate fate = settle(0);

        assertThat(settle(0)).isEqualTo(fate);
    }

    @Test
    void theSearchEndsWhereTheAttemptCannotBe() {
        others(64);
        FailingGate pages = new FailingGate(call -> call.kind() == StoreCall.Kind.QUERY);

        assertThat(settle(pages, 64)).isInstanceOf(Fate.Never.class);
        assertThat(settle(pages, 63)).as("it may lie in the last page").isEqualTo(new Fate.CannotTell());
    }

    @Test
    void nobodyCanTellOncePagesWereMoved() {
        others(48);
        world.items().delete(Page.key(partition, 16), List.of());

        assertThat(settle(0)).isEqualTo(new Fate.CannotTell());
        assertThat(settle(32)).isInstanceOf(Fate.Never.class);
        assertThat(settle(31)).isEqualTo(new Fate.CannotTell());
    }

    @Test
    void nobodyCanTellOnceAllPagesWereMoved() {
        others(16);
        world.items().delete(Page.key(partition, 0), List.of());

        assertThat(settle(0)).isEqualTo(new Fate.CannotTell());
    }

    @Test
    void theSearchHasALimit() {
        int pages = 32 * 64;
        for (int i = 0; i < pages; i++) {
            putPage(i);
        }
        seal(pages);
        assertThat(settle(0)).isInstanceOf(Fate.Never.class);

        putPage(pages);
        seal(pages + 1);
        assertThat(settle(0)).isEqualTo(new Fate.CannotTell());
        assertThat(settle(1)).isInstanceOf(Fate.Never.class);
    }

    @Test
    void nobodyCanTellWhileTheStoreDoesNotAnswer() {
        send(own);

        assertThat(settle(new FailingGate(StoreCall::isHeadUpdate), 0)).isEqualTo(new Fate.CannotTell());
    }

    @Test
    void aDeletedTopicIsGone() {
        value(world.process().topics().delete(World.TOPIC));

        assertThat(settle(0)).isEqualTo(new Fate.HeadGone());
    }

    private Fate settle(long notBelow) {
        return settle(Gate.OPEN, notBelow);
    }

    private Fate settle(Gate gate, long notBelow) {
        return new ClosedAttempt(new GatedItemStore(world.items(), gate), world.environment())
                .settle(partition, own.reference(), notBelow);
    }

    private WriteOutcome send(AppendPlan plan) {
        Update update = ((Verdict.Send) plan.next(Optional.empty())).update();
        return world.items().update(Head.key(partition), update);
    }

    private void others(int count) {
        for (int i = 0; i < count; i++) {
            value(produce(world.process(), 0, plain("other", i)));
        }
    }

    /** A page of one batch with one record. */
    private void putPage(long baseOffset) {
        Page page = new Page(baseOffset, List.of(plan(World.START_MS).reference()));
        world.items().put(Page.key(partition, baseOffset), page.encode(), List.of());
    }

    private void seal(long offset) {
        world.items()
                .update(
                        Head.key(partition),
                        Update.builder()
                                .when(LayoutVersion.isCurrent())
                                .set(Head.HIGH, Value.of(offset))
                                .set(Head.SEALED, Value.of(offset))
                                .build());
    }

    private AppendPlan plan(long objectMs) {
        ObjectId object = ObjectId.create(
                Instant.ofEpochMilli(objectMs),
                new Random(world.environment().random().nextLong()));
        PreparedBatch batch = new PreparedBatch(plain("own", 9), 1, 9, Optional.empty(), Optional.empty(), false);
        return new AppendPlan(
                batch,
                new BatchReference(object, 0, Kind.PLAIN, 0, batch.bytes().size(), 0, 9),
                false);
    }

    private static BatchReference attempt(BatchReference reference, int attempt) {
        return new BatchReference(
                reference.object(),
                attempt,
                reference.kind(),
                reference.position(),
                reference.sizeBytes(),
                reference.lastOffsetDelta(),
                reference.maxTimestampMs());
    }
}
