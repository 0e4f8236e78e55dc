package io.tidemark.log;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.list;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.log.ListOffsetsRequest.Entry;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.topic.TopicName;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ListOffsetsTest {
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;
    private static final long EARLIEST_LOCAL = -4;
    private static final long LATEST_TIERED = -5;
    private static final long EARLIEST_PENDING_UPLOAD = -6;

    private final World world = World.inMemory(2);
    private final Tidemark process = world.process();

    @Test
    void targetsOfAnEmptyPartition() {
        assertThat(list(process, 0, LATEST)).isEqualTo(offset(0));
        assertThat(list(process, 0, EARLIEST)).isEqualTo(offset(0));
        assertThat(list(process, 0, MAX_TIMESTAMP)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
        assertThat(list(process, 0, EARLIEST_LOCAL)).isEqualTo(offset(0));
        assertThat(list(process, 0, LATEST_TIERED)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
        assertThat(list(process, 0, EARLIEST_PENDING_UPLOAD)).isEqualTo(offset(0));
        assertThat(list(process, 0, 0)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
    }

    @Test
    void aRecordAtTheLastStableOffsetIsNoMatchForACommittedReader() {
        value(produce(process, 0, plain("stable", -1)));
        value(new TransactionProcess(world).write(0, new ProducerEpoch(7, (short) 0), 0));
        for (IsolationLevel isolation : IsolationLevel.values()) {
            ListOffsetsRequest.Entry late = new Entry(World.partition(0), 0, Optional.empty());

            Answer<ListedOffset> answer = process.listOffsets(new ListOffsetsRequest(isolation, false, List.of(late)))
                    .get(0);

            assertThat(value(answer).offset())
                    .as("%s", isolation)
                    .isEqualTo(isolation == IsolationLevel.READ_COMMITTED ? Optional.empty() : Optional.of(1L));
        }
    }

    /** All in one block of a segment, of which only the whole is known. */
    @Test
    void theFirstOfTwoMaximaAnswersBehindALogStartInTheirBlock() {
        for (long time : new long[] {900, 500, 400, 500}) {
            value(produce(process, 0, plain("a", World.START_MS + time)));
        }
        for (Duration later : List.of(Duration.ofMinutes(20), Duration.ofHours(25))) {
            world.clock().advance(later);
            new Maintenance(world.objects(), world.items(), world.environment())
                    .run(new MaintenanceRequest(Duration.ofMinutes(10), Set.of(), Set.of(World.TOPIC)));
        }
        assertThat(world.head(0).offsets().merged()).isEqualTo(4);
        value(process.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(1L)))))
                .get(0));

        ListedOffset found = value(list(process, 0, MAX_TIMESTAMP));

        assertThat(found.offset()).hasValue(1L);
        assertThat(found.timestampMs()).hasValue(World.START_MS + 500);
    }

    @Test
    void targetsOfAPartitionWhoseStartWasDeleted() {
        value(produce(process, 0, plain("a", 100, 400, 300)));
        value(produce(process, 0, plain("b", 200, 400)));
        deleteTo(2);

        assertThat(list(process, 0, LATEST)).isEqualTo(offset(5));
        assertThat(list(process, 0, EARLIEST)).isEqualTo(offset(2));
        assertThat(list(process, 0, EARLIEST_LOCAL)).isEqualTo(offset(2));
        assertThat(list(process, 0, MAX_TIMESTAMP)).isEqualTo(match(4, 400));
        assertThat(list(process, 0, 0)).isEqualTo(match(2, 300));
        assertThat(list(process, 0, 301)).isEqualTo(match(4, 400));
        assertThat(list(process, 0, 401)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
    }

    @Test
    void latestDoesNotFallWhenEverythingIsDeleted() {
        value(produce(process, 0, plain("a", 100, 400, 300)));
        deleteTo(3);

        assertThat(list(process, 0, LATEST)).isEqualTo(offset(3));
        assertThat(list(process, 0, EARLIEST)).isEqualTo(offset(3));
        assertThat(list(process, 0, MAX_TIMESTAMP)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
        assertThat(list(process, 0, 100)).isEqualTo(Answer.of(ListedOffset.NO_MATCH));
    }

    @Test
    void earliestAndLatestCarryATimeOnlyWhenAskedTo() {
        value(produce(process, 0, plain("a", 100, 400, 300)));
        value(produce(process, 0, plain("b", 200, 500)));
        deleteTo(1);

        assertThat(withTimes(LATEST)).isEqualTo(match(5, 500));
        assertThat(withTimes(EARLIEST)).isEqualTo(match(1, 400));
        assertThat(withTimes(EARLIEST_LOCAL)).isEqualTo(offset(1));

        deleteTo(5);
        assertThat(withTimes(LATEST)).isEqualTo(offset(5));
        assertThat(withTimes(EARLIEST)).isEqualTo(offset(5));
    }

    @Test
    void aPartitionNamedTwiceIsRefusedAndTheOthersAreAnswered() {
        List<Answer<ListedOffset>> answers = process.listOffsets(request(
                entry(0, LATEST, Optional.empty()),
                entry(1, LATEST, Optional.empty()),
                entry(0, EARLIEST, Optional.empty())));

        assertRefused(answers.get(0), KafkaError.INVALID_REQUEST);
        assertThat(answers.get(1)).isEqualTo(offset(0));
        assertRefused(answers.get(2), KafkaError.INVALID_REQUEST);
    }

    @Test
    void anUnsupportedTargetIsToldBeforeAnUnknownPartition() {
        TopicPartition unknown = new TopicPartition(new TopicName("unknown"), 0);

        List<Answer<ListedOffset>> answers = process.listOffsets(request(
                new Entry(unknown, -7, Optional.empty()),
                entry(2, LATEST, Optional.of(3)),
                entry(-1, LATEST, Optional.empty()),
                entry(0, LATEST, Optional.of(1)),
                entry(1, LATEST, Optional.of(-2))));

        assertRefused(answers.get(0), KafkaError.UNSUPPORTED_VERSION);
        assertRefused(answers.get(1), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(2), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(3), KafkaError.UNKNOWN_LEADER_EPOCH);
        assertRefused(answers.get(4), KafkaError.FENCED_LEADER_EPOCH);
    }

    @Test
    void anOutageOfOnePartitionLeavesTheOthersAlone() {
        value(produce(process, 0, plain("a", 100)));
        value(produce(process, 1, plain("b", 200)));
        Tidemark cut = world.process(new FailingGate(call -> call.kind() == Kind.GET_OBJECT));

        List<Answer<ListedOffset>> answers =
                cut.listOffsets(request(entry(0, 50, Optional.empty()), entry(1, LATEST, Optional.empty())));

        assertRefused(answers.get(0), KafkaError.KAFKA_STORAGE_ERROR);
        assertThat(answers.get(1)).isEqualTo(offset(1));
    }

    /** Each may hold a block of a segment, or a large batch, in memory. */
    @Test
    void fewPartitionsAreLookedAtTogether() {
        TopicName many = new TopicName("many");
        int partitions = 2 * ListOffsets.MAX_AT_ONCE + 1;
        world.create(many, partitions);
        List<Runnable> offered = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        Gate counting = new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                seen.add(offered.size());
                return action.get();
            }
        };
        // runs nothing, so that the caller does
        Environment alone = new Environment(
                world.clock(), world.environment().random(), world.environment().pause(), offered::add);

        List<Answer<ListedOffset>> answers = world.process(counting, alone)
                .listOffsets(request(IntStream.range(0, partitions)
                        .mapToObj(partition ->
                                new Entry(new TopicPartition(many, partition), MAX_TIMESTAMP, Optional.empty()))
                        .toArray(Entry[]::new)));

        assertThat(answers).hasSize(partitions).containsOnly(Answer.of(ListedOffset.NO_MATCH));
        assertThat(seen.get(0)).isEqualTo(ListOffsets.MAX_AT_ONCE - 1);
    }

    @Test
    void aDeletedTopicIsUnknownEvenWhereItIsRemembered() {
        list(process, 0, LATEST);
        value(world.process().topics().delete(World.TOPIC));

        assertRefused(list(process, 0, LATEST), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(list(process, 0, LATEST), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
    }

    private Answer<ListedOffset> withTimes(long target) {
        return process.listOffsets(new ListOffsetsRequest(
                        IsolationLevel.READ_COMMITTED, true, List.of(entry(0, target, Optional.empty()))))
                .get(0);
    }

    private void deleteTo(long offset) {
        value(process.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(offset)))))
                .get(0));
    }

    private static ListOffsetsRequest request(Entry... entries) {
        return new ListOffsetsRequest(IsolationLevel.READ_UNCOMMITTED, false, List.of(entries));
    }

    private static Entry entry(int partition, long timestamp, Optional<Integer> epoch) {
        return new Entry(World.partition(partition), timestamp, epoch);
    }

    private static Answer<ListedOffset> offset(long offset) {
        return Answer.of(new ListedOffset(Optional.of(offset), Optional.empty(), Optional.of(0)));
    }

    private static Answer<ListedOffset> match(long offset, long timestampMs) {
        return Answer.of(new ListedOffset(Optional.of(offset), Optional.of(timestampMs), Optional.of(0)));
    }

    private static void assertRefused(Answer<ListedOffset> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
