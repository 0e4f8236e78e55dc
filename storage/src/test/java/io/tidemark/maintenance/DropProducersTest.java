package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.ProducerItems;
import io.tidemark.layout.Transactions;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.produce.Append;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.produce.Produced;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.record.Answer;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.store.Environment;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.TopicPartition;
import io.tidemark.transaction.Markers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DropProducersTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final HeadWorld heads = new HeadWorld(61);
    private final DropProducers step = new DropProducers(heads.world.store.items());

    /** The whole minute of its last append counts as the time of the append. */
    private final Instant minute = heads.world.now().truncatedTo(ChronoUnit.MINUTES);

    @Test
    void aProducerIsForgottenADayAfterItsLastAppend() {
        appended(5, minute);
        Instant due = minute.plus(Duration.ofMinutes(1)).plus(DropProducers.EXPIRATION);
        heads.world.passes(Duration.between(heads.world.now(), due.minus(MILLI)));
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idleUntil(due));
        assertThat(heads.head().producers()).containsOnlyKeys(5L);

        heads.world.passes(MILLI);
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idle());
        assertThat(heads.head().producers()).isEmpty();
        assertThat(heads.world.items(heads.partition).toString()).doesNotContain("{5=");
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 66, 200})
    void ofMoreThanSixtyFourTheOldestIdleOnesGo(int count) {
        for (int i = 0; i < count; i++) {
            appended(i, minute.minus(Duration.ofMinutes(20 + count - i)));
        }

        heads.runAll(step);

        int kept = Math.min(count, DropProducers.MAX_KEPT);
        assertThat(heads.head().producers().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(count - kept, count).boxed().toList());
    }

    @Test
    void producersThatAreNotIdleStayHoweverMany() {
        for (int i = 0; i < 100; i++) {
            appended(i, minute.minus(Duration.ofMinutes(10)));
        }
        Instant due = minute.minus(Duration.ofMinutes(9)).plus(DropProducers.MAX_IDLE);
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idleUntil(due));
        assertThat(heads.head().producers()).hasSize(100);

        heads.world.passes(Duration.between(heads.world.now(), due));
        heads.runAll(step);
        assertThat(heads.head().producers()).hasSize(64);
    }

    @Test
    void aProducerThatAppendsMeanwhileIsKept() {
        appended(5, minute);
        heads.world.passes(Duration.ofDays(2));
        Head seen = heads.head();
        appended(5, heads.world.now());

        assertThat(heads.run(step, seen)).isInstanceOf(StepOutcome.Skipped.class);
        assertThat(heads.head().producers()).containsOnlyKeys(5L);
    }

    @Test
    void aProducerWithAnOpenTransactionIsKept() {
        appended(5, minute);
        appended(6, minute);
        heads.update(Update.builder().set(Head.openTransaction(new ProducerEpoch(5, (short) 3)), Value.of(0)));
        heads.world.passes(Duration.ofDays(2));
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idle());

        assertThat(heads.head().producers()).containsOnlyKeys(5L);
    }

    @Test
    void theFloorRisesAboveWhatTheForgottenOnesCanHaveSent() {
        appended(5, minute.minusSeconds(240));
        appended(6, minute);
        Instant last = minute.plus(Duration.ofMinutes(1));
        heads.world.passes(Duration.ofDays(1).plusMinutes(2));
        heads.runAll(step);

        assertThat(heads.head().floorMs())
                .isEqualTo(last.plus(DropProducers.MAX_SKEW).toEpochMilli());
        assertThat(SweepWorld.produce(heads.world.tidemark(), heads.topic, 0, 6))
                .isInstanceOf(Answer.Given.class);
    }

    /** Its first batch was sent twice, and the one that did not land then lands when the producer is forgotten. */
    @Test
    void theLateRequestOfABatchThatIsThereDoesNotApplyAgain() {
        LosingItems losing = new LosingItems(heads.world.store.items());
        assertThat(append(losing, false)).isInstanceOf(Answer.Given.class);
        forget();

        assertLate(losing, 1);
    }

    /** Its transaction was ended before it landed, which fenced it; then the fence is forgotten. */
    @Test
    void theLateFirstRequestOfAnEndedTransactionDoesNotApply() {
        LosingItems losing = new LosingItems(heads.world.store.items());
        losing.keepEveryAppend();
        assertThat(append(losing, true)).isInstanceOf(Answer.Refused.class);
        new Markers(
                        new TopicReader(
                                heads.world.store.items(),
                                heads.world.environment().clock()),
                        new Tails(heads.world.store.items(), heads.world.environment()),
                        heads.world.environment())
                .end(heads.topic.name(), heads.partition, new ProducerEpoch(5, (short) 3), true);
        assertThat(heads.head().producers()).containsOnlyKeys(5L);
        forget();

        assertLate(losing, 0);
    }

    private Answer<Produced> append(LosingItems items, boolean transactional) {
        Environment environment = heads.world.environment();
        Bytes batch = BatchWriter.write(
                List.of(new NewRecord(7, Optional.empty(), Optional.empty(), List.of())),
                Codec.UNCOMPRESSED,
                Optional.of(new ProducerStamp(5, (short) 3, 0)),
                transactional);
        return new Append(
                        heads.world.store.objects(),
                        new Partitions(new TopicReader(items, environment.clock())),
                        new Tails(items, environment),
                        (transactionalId, transaction, partitions) -> Optional.empty(),
                        environment)
                .produce(new ProduceRequest(
                        Optional.of("t"),
                        List.of(new PartitionBatch(new TopicPartition(heads.topic.name(), 0), batch))))
                .get(0);
    }

    /** Seals what there is, so that the tail does not show the batch any more, and forgets its producer. */
    private void forget() {
        heads.world.passes(Duration.ofDays(1).plusMinutes(2));
        heads.world.maintain();
        heads.runAll(step);
        assertThat(heads.head().tail()).isEmpty();
        assertThat(heads.head().producers()).isEmpty();
    }

    private void assertLate(LosingItems losing, long high) {
        assertThat(losing.lost).isNotEmpty();
        for (Update late : losing.lost) {
            assertThat(heads.world.store.items().update(Head.key(heads.partition), late))
                    .isInstanceOf(WriteOutcome.Refused.class);
        }
        assertThat(heads.head().offsets().high()).isEqualTo(high);
        assertThat(heads.head().transactions()).isEqualTo(Transactions.NONE);
    }

    private void appended(long producerId, Instant time) {
        ProducerState state = new ProducerState(
                (short) 3, 7, TimeUnit.MILLISECONDS.toMinutes(time.toEpochMilli()), List.of(new Batch(7, 0)));
        heads.update(Update.builder()
                .set(Head.producer(producerId), Value.of(ProducerItems.pack(state)))
                .set(Head.producerOffset(producerId), Value.of(0)));
    }
}
