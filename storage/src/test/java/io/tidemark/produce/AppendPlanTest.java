package io.tidemark.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.BatchReference.Kind;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.layout.ProducerItems;
import io.tidemark.layout.Transactions;
import io.tidemark.produce.AppendPlan.Verdict;
import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.ProducerStamp;
import io.tidemark.store.Action;
import io.tidemark.store.Condition;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AppendPlanTest {
    private static final long OBJECT_MS = 1_700_000_000_456L;
    private static final Bytes BYTES = Bytes.utf8("not looked at by a plan");
    private static final ObjectId OBJECT = ObjectId.create(Instant.ofEpochMilli(OBJECT_MS), new Random(1));
    private static final ObjectId OTHER = ObjectId.create(Instant.ofEpochMilli(OBJECT_MS), new Random(2));
    private static final BatchReference OWN = reference(OBJECT, 2);

    /** Producer 77 in epoch 4: sequences 10 to 12 at offset 500, then 13 to 14 at 600. */
    private static final ProducerState KNOWN =
            new ProducerState((short) 4, 15, 28_000_000, List.of(new Batch(2, 600), new Batch(3, 500)));

    @Test
    void aPlainAppendIsSentUnseen() {
        assertThat(plain().next(Optional.empty()))
                .isEqualTo(new Verdict.Send(new Update(
                        List.of(
                                Condition.absent(Path.of("once", OBJECT.ulid() + "-2")),
                                Condition.equal(Path.of("v"), Value.of(1)),
                                Condition.listLacks(Path.of("tail"), OWN.packed()),
                                Condition.listShorterThan(Path.of("tail"), 128),
                                Condition.atMost(Path.of("floor"), OBJECT_MS)),
                        List.of(
                                new Action.Add(Path.of("high"), 3),
                                new Action.Add(Path.of("bytes"), BYTES.size()),
                                new Action.Append(Path.of("tail"), OWN.packed())))));
    }

    @Test
    void anIdempotentAppendRestsOnWhatWasSeenOfItsProducer() {
        ProducerState after = new ProducerState(
                (short) 4, 18, 28_333_333, List.of(new Batch(3, 0), new Batch(2, 600), new Batch(3, 500)));
        Path state = Path.of("px", "77");

        assertThat(idempotent(4, 15).next(Optional.of(head(List.of(), Map.of(77L, KNOWN)))))
                .isEqualTo(new Verdict.Send(new Update(
                        List.of(
                                Condition.equal(state, Value.of(ProducerItems.pack(KNOWN))),
                                LayoutVersion.isCurrent(),
                                Condition.listLacks(Head.TAIL, OWN.packed()),
                                Condition.listShorterThan(Head.TAIL, 128),
                                Condition.atMost(Head.FLOOR, OBJECT_MS)),
                        List.of(
                                new Action.Set(state, Value.of(ProducerItems.pack(after))),
                                new Action.SetFrom(Path.of("po", "77"), Path.of("high")),
                                new Action.Add(Head.HIGH, 3),
                                new Action.Add(Head.SIZE, BYTES.size()),
                                new Action.Append(Head.TAIL, OWN.packed())))));
    }

    @Test
    void aNewProducersAppendAsksThatNobodyHasSeenIt() {
        Verdict verdict = idempotent(0, 40).next(Optional.of(head(List.of(), Map.of(78L, KNOWN))));

        assertThat(((Verdict.Send) verdict).update().conditions())
                .contains(Condition.absent(Path.of("px", "77")))
                .doesNotContain(Condition.absent(Head.closedAttempt(OWN)));
    }

    @Test
    void theOwnReferenceInTheTailIsTheAnswerWhateverElseHolds() {
        List<BatchReference> tail = new ArrayList<>(Collections.nCopies(126, reference(OTHER, 0)));
        tail.add(reference(OBJECT, 1));
        tail.add(OWN);
        Head full = head(tail, OBJECT_MS + 1, Map.of(77L, new ProducerState((short) 9, 0, 1, List.of())));

        assertThat(plain().next(Optional.of(full))).isEqualTo(new Verdict.Appended(1_000 + 127 * 3));
        assertThat(idempotent(4, 15).next(Optional.of(full))).isEqualTo(new Verdict.Appended(1_000 + 127 * 3));
    }

    @Test
    void anotherTryOfTheSameBatchIsNotTheOwnOne() {
        assertThat(plain().next(Optional.of(head(List.of(reference(OBJECT, 1)), Map.of()))))
                .isInstanceOf(Verdict.Send.class);
    }

    @Test
    void fencingComesBeforeDuplicatesGapsFloorAndFullTail() {
        Head hindered = hindered(KNOWN);

        assertRefused(idempotent(3, 13).next(Optional.of(hindered)), KafkaError.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void aDuplicateComesBeforeFloorAndFullTail() {
        AppendPlan duplicate = new AppendPlan(batch(3, Optional.of(new ProducerStamp(77, (short) 4, 10))), OWN, false);

        assertThat(duplicate.next(Optional.of(hindered(KNOWN)))).isEqualTo(new Verdict.Appended(500));
    }

    @Test
    void aGapComesBeforeFloorAndFullTail() {
        assertRefused(idempotent(4, 16).next(Optional.of(hindered(KNOWN))), KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void theFloorComesBeforeAFullTail() {
        assertRefused(plain().next(Optional.of(hindered(KNOWN))), KafkaError.REQUEST_TIMED_OUT);
        assertRefused(idempotent(4, 15).next(Optional.of(hindered(KNOWN))), KafkaError.REQUEST_TIMED_OUT);
    }

    @Test
    void aFloorAtTheObjectsTimeDoesNotHinder() {
        assertThat(plain().next(Optional.of(head(List.of(), OBJECT_MS, Map.of()))))
                .isInstanceOf(Verdict.Send.class);
        assertRefused(
                plain().next(Optional.of(head(List.of(), OBJECT_MS + 1, Map.of()))), KafkaError.REQUEST_TIMED_OUT);
    }

    @Test
    void atItsLimitTheTailIsFull() {
        List<BatchReference> full = Collections.nCopies(AppendPlan.MAX_TAIL_LENGTH, reference(OTHER, 0));

        assertThat(plain().next(Optional.of(head(full.subList(0, 127), Map.of()))))
                .isInstanceOf(Verdict.Send.class);
        assertThat(plain().next(Optional.of(head(full, Map.of())))).isEqualTo(new Verdict.TailFull());
        assertThat(idempotent(4, 15).next(Optional.of(head(full, Map.of(77L, KNOWN)))))
                .isEqualTo(new Verdict.TailFull());
    }

    @Test
    void atItsLimitAHeadTakesNoNewProducerButServesTheOthers() {
        Map<Long, ProducerState> producers = new HashMap<>();
        for (long id = 1_000; id < 1_000 + AppendPlan.MAX_PRODUCERS - 1; id++) {
            producers.put(id, KNOWN);
        }
        assertThat(idempotent(0, 0).next(Optional.of(head(List.of(), producers))))
                .isInstanceOf(Verdict.Send.class);

        producers.put(5L, KNOWN);
        assertRefused(
                idempotent(0, 0).next(Optional.of(head(List.of(), producers))), KafkaError.THROTTLING_QUOTA_EXCEEDED);

        producers.remove(5L);
        producers.put(77L, KNOWN);
        assertThat(idempotent(4, 15).next(Optional.of(head(List.of(), producers))))
                .isInstanceOf(Verdict.Send.class);
        assertThat(plain().next(Optional.of(head(List.of(), producers)))).isInstanceOf(Verdict.Send.class);
    }

    private static AppendPlan plain() {
        return new AppendPlan(batch(3, Optional.empty()), OWN, false);
    }

    private static AppendPlan idempotent(int epoch, int baseSequence) {
        return new AppendPlan(batch(3, Optional.of(new ProducerStamp(77, (short) epoch, baseSequence))), OWN, false);
    }

    private static PreparedBatch batch(int recordCount, Optional<ProducerStamp> producer) {
        return new PreparedBatch(BYTES, recordCount, 1_700_000_000_100L, Optional.empty(), producer, false);
    }

    private static BatchReference reference(ObjectId object, int attempt) {
        return new BatchReference(object, attempt, Kind.PLAIN, 70, BYTES.size(), 2, 1_700_000_000_100L);
    }

    /** Floor and tail both keep any append from this head. */
    private static Head hindered(ProducerState known) {
        return head(
                Collections.nCopies(AppendPlan.MAX_TAIL_LENGTH, reference(OTHER, 0)),
                OBJECT_MS + 1,
                Map.of(77L, known));
    }

    private static Head head(List<BatchReference> tail, Map<Long, ProducerState> producers) {
        return head(tail, OBJECT_MS - 1, producers);
    }

    private static Head head(List<BatchReference> tail, long floorMs, Map<Long, ProducerState> producers) {
        return new Head(
                new Head.Offsets(0, 1_000 + 3L * tail.size(), 1_000, 0, 0),
                tail,
                new Head.SealedMax(5, 1, 0),
                floorMs,
                900,
                producers,
                Map.of(),
                Transactions.NONE);
    }

    private static void assertRefused(Verdict verdict, KafkaError error) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
