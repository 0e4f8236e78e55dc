package io.tidemark.log;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Page;
import io.tidemark.partition.ReadingRule;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FetchTest {
    private static final int PLENTY = 1 << 20;
    private static final Duration NO_WAIT = Duration.ZERO;

    private final World world = World.inMemory(1);
    private final Tidemark process = world.process();

    @Test
    void anOffsetInsideABatchAnswersTheWholeBatch() {
        append(3, 2);

        Fetched fetched = fetched(4);

        assertThat(fetched.batches()).extracting(StoredBatch::baseOffset).containsExactly(3L);
        assertThat(fetched.nextOffset()).isEqualTo(5);
        assertThat(fetched(2).batches()).extracting(StoredBatch::baseOffset).containsExactly(0L, 3L);
    }

    @Test
    void batchesCarryTheirRealOffsetsAndWatermarks() {
        append(3, 2);

        Fetched fetched = fetched(0);

        assertThat(fetched.highWatermark()).isEqualTo(5);
        assertThat(fetched.lastStableOffset()).isEqualTo(5);
        assertThat(fetched.logStartOffset()).isZero();
        assertThat(fetched.batches().get(1).stamped().asByteBuffer().getLong()).isEqualTo(3);
    }

    @Test
    void wholeBatchesUpToTheSizeAndTheFirstAlways() {
        append(1, 1, 1);
        int size = fetched(0).batches().get(0).sizeBytes();

        assertThat(fetched(0, 1).batches()).hasSize(1);
        assertThat(fetched(0, 0).batches()).hasSize(1);
        assertThat(fetched(0, 2 * size - 1).batches()).hasSize(1);
        assertThat(fetched(0, 2 * size).batches()).hasSize(2);
        assertThat(fetched(0, 3 * size).batches()).hasSize(3);
    }

    @Test
    void readingGoesFromPagesIntoTheTail() {
        for (int i = 0; i < 600; i++) {
            append(1 + i % 2);
        }
        assertThat(world.head(0).tail()).isNotEmpty();

        for (long offset : List.of(0L, 23L, 24L, 25L, 800L, 898L, 899L)) {
            Fetched fetched = fetched(offset);
            assertThat(fetched.nextOffset()).isEqualTo(900);
            assertThat(fetched.batches().get(0).lastOffset()).isBetween(offset, offset + 1);
        }
    }

    @Test
    void theEndIsEmptyAndWhatLiesOutsideIsOutOfRange() {
        append(2);

        assertThat(fetched(2).batches()).isEmpty();
        assertThat(fetched(2).nextOffset()).isEqualTo(2);
        assertOutOfRange(3, 0);
        assertOutOfRange(-1, 0);

        World.value(process.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(1L)))))
                .get(0));
        assertOutOfRange(0, 1);
        assertThat(fetched(1).batches()).hasSize(1);
    }

    @Test
    void unknownTopicsAndEpochsAreRefused() {
        assertRefused(fetch(process, new TopicPartition(new TopicName("unknown"), 0), Optional.empty()), 3);
        assertRefused(fetch(process, World.partition(1), Optional.empty()), 3);
        assertRefused(fetch(process, World.partition(0), Optional.of(1)), 75);
        assertRefused(fetch(process, World.partition(0), Optional.of(-1)), 74);
        assertThat(fetch(process, World.partition(0), Optional.of(0))).isInstanceOf(Fetched.class);
    }

    @Test
    void aWaitingFetchAnswersWhatArrives() {
        List<Duration> pauses = new ArrayList<>();
        Tidemark waiting = world.process(Gate.OPEN, environment(pauses, 3));

        Fetched fetched = (Fetched) fetch(waiting, 0, Duration.ofSeconds(10));

        assertThat(fetched.batches()).hasSize(1);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void aWaitEndsAndHasALimit() {
        List<Duration> pauses = new ArrayList<>();
        Tidemark waiting = world.process(Gate.OPEN, environment(pauses, Integer.MAX_VALUE));

        assertThat(((Fetched) fetch(waiting, 0, Duration.ofMillis(500))).batches())
                .isEmpty();
        assertThat(total(pauses)).isEqualTo(Duration.ofMillis(500));

        pauses.clear();
        assertThat(((Fetched) fetch(waiting, 0, Duration.ofDays(1))).batches()).isEmpty();
        assertThat(total(pauses)).isEqualTo(Fetch.MAX_WAIT);
    }

    @Test
    void aMissingObjectIsAnOutageAfterTheNamedNumberOfPlans() {
        append(1);
        world.objects().delete(List.of(firstReference().object().objectKey()));
        FailingGate gate = new FailingGate(call -> false);

        assertRefused(fetch(world.process(gate), World.partition(0), Optional.empty()), 56);
        assertThat(gate.count(Kind.GET_OBJECT)).isEqualTo(ReadingRule.MAX_PLANS);
    }

    @Test
    void aDamagedObjectIsACorruptMessage() {
        append(3);
        BatchReference reference = firstReference();
        String key = reference.object().objectKey();
        byte[] bytes = world.objects().get(key, 0, PLENTY).orElseThrow().toByteArray();
        bytes[bytes.length - 1] ^= 1;
        world.objects().delete(List.of(key));
        world.objects().putIfAbsent(key, Bytes.wrap(bytes));
        assertRefused(fetch(process, World.partition(0), Optional.empty()), 2);

        world.objects().delete(List.of(key));
        world.objects().putIfAbsent(key, Bytes.wrap(bytes).slice(0, bytes.length - 1));
        assertRefused(fetch(process, World.partition(0), Optional.empty()), 2);
    }

    @Test
    void aPlanThatWentStaleIsMadeAgain() {
        for (int i = 0; i < 40; i++) {
            append(1);
        }
        InsertingGate gate = new InsertingGate(call -> call.kind() == Kind.QUERY, () -> {
            World.value(process.deleteRecords(new DeleteRecordsRequest(
                            World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(16L)))))
                    .get(0));
            world.items().delete(Page.key(world.topic().partition(0), 0), List.of());
        });

        assertThat(World.fetch(world.process(gate), 0, 3, PLENTY))
                .isInstanceOfSatisfying(
                        FetchAnswer.OutOfRange.class,
                        outOfRange -> assertThat(outOfRange.logStartOffset()).isEqualTo(16));
    }

    @Test
    void aMissingPageIsAnOutageAndNeverSkipped() {
        for (int i = 0; i < 40; i++) {
            append(1);
        }
        world.items().delete(Page.key(world.topic().partition(0), 16), List.of());

        assertRefused(World.fetch(process, 0, 3, PLENTY), 56);
        assertRefused(World.fetch(process, 0, 16, PLENTY), 56);
        assertThat(World.fetch(process, 0, 3, 1)).isInstanceOf(Fetched.class);
        assertThat(World.fetch(process, 0, 32, PLENTY)).isInstanceOf(Fetched.class);
    }

    /** A batch for each count, with so many records. */
    private void append(int... counts) {
        for (int count : counts) {
            value(produce(process, 0, plain("r", new long[count])));
        }
    }

    private BatchReference firstReference() {
        return world.head(0).tail().get(0);
    }

    private Fetched fetched(long offset) {
        return fetched(offset, PLENTY);
    }

    private Fetched fetched(long offset, int sizeBytes) {
        return (Fetched) World.fetch(process, 0, offset, sizeBytes);
    }

    private static FetchAnswer fetch(Tidemark process, TopicPartition partition, Optional<Integer> epoch) {
        return process.fetch(new FetchRequest(partition, 0, PLENTY, IsolationLevel.READ_COMMITTED, NO_WAIT, epoch));
    }

    private static FetchAnswer fetch(Tidemark process, long offset, Duration wait) {
        return process.fetch(new FetchRequest(
                World.partition(0), offset, PLENTY, IsolationLevel.READ_UNCOMMITTED, wait, Optional.empty()));
    }

    /** Takes down each pause; in the last of so many a batch is appended. */
    private Environment environment(List<Duration> pauses, int appendIn) {
        return new Environment(
                world.clock(),
                new Random(1),
                pause -> {
                    pauses.add(pause);
                    if (pauses.size() == appendIn) {
                        append(1);
                    }
                },
                Runnable::run);
    }

    private static Duration total(List<Duration> pauses) {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    private void assertOutOfRange(long offset, long low) {
        assertThat(World.fetch(process, 0, offset, PLENTY))
                .isInstanceOfSatisfying(FetchAnswer.OutOfRange.class, outOfRange -> {
                    assertThat(outOfRange.refusal().error()).isEqualTo(KafkaError.OFFSET_OUT_OF_RANGE);
                    assertThat(outOfRange.logStartOffset()).isEqualTo(low);
                    assertThat(outOfRange.highWatermark()).isEqualTo(2);
                });
    }

    private static void assertRefused(FetchAnswer answer, int code) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        FetchAnswer.Refused.class,
                        refused -> assertThat(refused.refusal().error().code()).isEqualTo((short) code));
    }
}
