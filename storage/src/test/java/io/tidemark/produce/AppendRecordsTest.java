package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.START_MS;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.KeyPartitioner;
import io.tidemark.record.LogRecord;
import io.tidemark.record.NewRecord;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.RecordHeader;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import io.tidemark.topic.TopicName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AppendRecordsTest {
    private static final int PARTITIONS = 5;

    private final World world = World.inMemory(PARTITIONS);
    private final FailingGate gate = new FailingGate(call -> false);
    private final Tidemark process = world.process(gate);

    @Test
    void recordsOfOnePartitionBecomeOneBatchInTheirOrder() {
        List<Answer<ProducedRecord>> answers = produce(to(3, "a", 10), to(1, "b", 20), to(3, "c", 5), to(3, "d", 30));

        assertThat(answers)
                .containsExactly(
                        Answer.of(new ProducedRecord(3, 0, 10)),
                        Answer.of(new ProducedRecord(1, 0, 20)),
                        Answer.of(new ProducedRecord(3, 1, 5)),
                        Answer.of(new ProducedRecord(3, 2, 30)));
        assertThat(world.head(3).tail()).hasSize(1);
        assertThat(values(3)).containsExactly("a", "c", "d");
        assertThat(gate.count(Kind.PUT_OBJECT)).isEqualTo(1);
    }

    @Test
    void keysGoWhereEveryKafkaClientSendsThem() {
        List<RecordsRequest.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            entries.add(keyed("key-" + i));
        }

        List<Answer<ProducedRecord>> answers = produce(entries.toArray(RecordsRequest.Entry[]::new));

        for (int i = 0; i < 50; i++) {
            assertThat(value(answers.get(i)).partition())
                    .isEqualTo(KeyPartitioner.partitionFor(Bytes.utf8("key-" + i), PARTITIONS));
        }
    }

    @Test
    void keylessRecordsOfOneRequestGoToOnePartition() {
        List<Integer> partitions = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<Answer<ProducedRecord>> answers = produce(anywhere("a"), anywhere("b"));
            assertThat(value(answers.get(0)).partition())
                    .isEqualTo(value(answers.get(1)).partition());
            partitions.add(value(answers.get(0)).partition());
        }

        assertThat(partitions).as("another request, another partition").contains(0, 1, 2, 3, 4);
    }

    @Test
    void aBadRecordIsRefusedAloneAndTheOthersStand() {
        compacted();
        List<Answer<ProducedRecord>> answers = process.produceRecords(new RecordsRequest(
                new TopicName("compacted"),
                List.of(keyed("x"), anywhere("keyless"), keyed("y")),
                Optional.empty(),
                Optional.empty()));

        assertThat(value(answers.get(0)).offset()).isZero();
        assertRefused(answers.get(1), KafkaError.INVALID_RECORD);
        assertThat(value(answers.get(2)).offset()).isEqualTo(1);
    }

    /** A batch's refusal names fewer records than these. */
    @Test
    void howeverManyAreBadTheOthersStand() {
        compacted();
        List<RecordsRequest.Entry> entries = new ArrayList<>(Collections.nCopies(10_001, anywhere("keyless")));
        entries.add(keyed("x"));

        List<Answer<ProducedRecord>> answers = process.produceRecords(
                new RecordsRequest(new TopicName("compacted"), entries, Optional.empty(), Optional.empty()));

        assertThat(value(answers.get(10_001)).offset()).isZero();
        answers.subList(0, 10_001).forEach(answer -> assertRefused(answer, KafkaError.INVALID_RECORD));
    }

    @Test
    void eachBadRecordIsRefusedWithItsOwnError() {
        compacted();
        RecordsRequest.Entry late = new RecordsRequest.Entry(
                Optional.of(0),
                new NewRecord(Long.MAX_VALUE, Optional.of(Bytes.utf8("k")), Optional.empty(), List.of()));

        for (Optional<ProducerStamp> producer : List.of(Optional.<ProducerStamp>empty(), Optional.of(stamp(7, 0, 0)))) {
            List<Answer<ProducedRecord>> answers = process.produceRecords(new RecordsRequest(
                    new TopicName("compacted"), List.of(to(0, "keyless", START_MS), late), producer, Optional.empty()));

            assertRefused(answers.get(0), KafkaError.INVALID_RECORD);
            assertRefused(answers.get(1), KafkaError.INVALID_TIMESTAMP);
        }
    }

    @Test
    void anOutageOfTheTopicIsEachRecordsOwn() {
        Tidemark cut = world.process(new FailingGate(call -> call.kind() == Kind.GET));

        List<Answer<ProducedRecord>> answers = cut.produceRecords(new RecordsRequest(
                World.TOPIC, List.of(to(0, "a", 1), keyed("b")), Optional.empty(), Optional.empty()));

        assertThat(answers).hasSize(2);
        answers.forEach(answer -> assertRefused(answer, KafkaError.KAFKA_STORAGE_ERROR));
    }

    @Test
    void whereAllAreBadAllAreRefused() {
        compacted();
        List<Answer<ProducedRecord>> answers = process.produceRecords(new RecordsRequest(
                new TopicName("compacted"), List.of(anywhere("a"), anywhere("b")), Optional.empty(), Optional.empty()));

        answers.forEach(answer -> assertRefused(answer, KafkaError.INVALID_RECORD));
        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
    }

    @Test
    void anIdempotentRequestStandsOrFallsAsOne() {
        compacted();
        RecordsRequest request = new RecordsRequest(
                new TopicName("compacted"),
                List.of(keyed("x"), anywhere("keyless"), keyed("y")),
                Optional.of(stamp(7, 0, 0)),
                Optional.empty());

        process.produceRecords(request).forEach(answer -> assertRefused(answer, KafkaError.INVALID_RECORD));
        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
    }

    @Test
    void anIdempotentRequestSentAgainReturnsItsFirstOffsets() {
        produce(to(2, "before", 1));
        RecordsRequest request = idempotent(stamp(7, 0, 0), to(2, "a", 10), to(2, "b", 20));
        List<Answer<ProducedRecord>> first = process.produceRecords(request);

        assertThat(first)
                .containsExactly(Answer.of(new ProducedRecord(2, 1, 10)), Answer.of(new ProducedRecord(2, 2, 20)));
        assertThat(world.process().produceRecords(request)).isEqualTo(first);
        assertThat(values(2)).containsExactly("before", "a", "b");
    }

    @Test
    void anIdempotentRequestForTwoPartitionsIsRefused() {
        List<Answer<ProducedRecord>> answers =
                process.produceRecords(idempotent(stamp(7, 0, 0), to(2, "a", 10), to(1, "b", 20)));

        assertThat(answers).hasSize(2);
        answers.forEach(answer -> assertRefused(answer, KafkaError.INVALID_REQUEST));
        assertThat(gate.count(Kind.UPDATE)).isZero();
    }

    @Test
    void anUnknownPartitionRefusesItsRecordsOnly() {
        List<Answer<ProducedRecord>> answers = produce(to(5, "a", 10), to(4, "b", 20), to(-1, "c", 30));

        assertRefused(answers.get(0), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(answers.get(1)).isEqualTo(Answer.of(new ProducedRecord(4, 0, 20)));
        assertRefused(answers.get(2), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void anUnknownTopicRefusesEachRecord() {
        List<Answer<ProducedRecord>> answers = process.produceRecords(new RecordsRequest(
                new TopicName("unknown"),
                List.of(anywhere("a"), anywhere("b"), anywhere("c")),
                Optional.empty(),
                Optional.empty()));

        assertThat(answers).hasSize(3);
        answers.forEach(answer -> assertRefused(answer, KafkaError.UNKNOWN_TOPIC_OR_PARTITION));
    }

    @Test
    void aLogAppendTimeTopicAnswersTheTimeOfTheAppend() {
        value(process.topics()
                .create(new NewTopic("stamped", Optional.of(1), Map.of("message.timestamp.type", "LogAppendTime"))));

        List<Answer<ProducedRecord>> answers = process.produceRecords(new RecordsRequest(
                new TopicName("stamped"), List.of(to(0, "a", 10)), Optional.empty(), Optional.empty()));

        assertThat(answers).containsExactly(Answer.of(new ProducedRecord(0, 0, START_MS)));
    }

    @Test
    void whatNoBatchCanHoldIsNotEvenAsked() {
        assertThatIllegalArgumentException().isThrownBy(() -> to(0, "before the epoch", -2));
        assertThat(to(0, "no time", -1).record().timestampMs()).isEqualTo(-1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordsRequest(
                        World.TOPIC, List.of(to(0, "a", 1)), Optional.empty(), Optional.of("transaction")));
    }

    @Test
    void noRecordsNoAnswers() {
        assertThat(produce()).isEmpty();
        assertThat(gate.count(Kind.PUT_OBJECT)).isZero();
    }

    /** Whoever wants to read it could do so neither as JSON nor as a batch. */
    @Test
    void aRecordThatNoAnswerCouldCarryIsRefusedAlone() {
        value(process.topics().create(new NewTopic("large", Optional.of(1), Map.of("max.message.bytes", "50000000"))));
        RecordHeader header = new RecordHeader("ab", Optional.of(Bytes.utf8("c")));
        List<RecordsRequest.Entry> entries = new ArrayList<>();
        for (int above : List.of(-1, 1, 0)) {
            Bytes rest = Bytes.wrap(new byte[ProduceLimits.MAX_RECORD_BYTES + above - 4]);
            entries.add(new RecordsRequest.Entry(
                    Optional.of(0),
                    new NewRecord(START_MS, Optional.of(Bytes.utf8("k")), Optional.of(rest), List.of(header))));
        }

        List<Answer<ProducedRecord>> answers = process.produceRecords(
                new RecordsRequest(new TopicName("large"), entries, Optional.empty(), Optional.empty()));

        assertThat(value(answers.get(0)).offset()).isZero();
        assertRefused(answers.get(1), KafkaError.MESSAGE_TOO_LARGE);
        assertThat(value(answers.get(2)).offset()).isEqualTo(1);
    }

    private void compacted() {
        value(process.topics().create(new NewTopic("compacted", Optional.of(1), Map.of("cleanup.policy", "compact"))));
    }

    private List<Answer<ProducedRecord>> produce(RecordsRequest.Entry... entries) {
        return process.produceRecords(
                new RecordsRequest(World.TOPIC, List.of(entries), Optional.empty(), Optional.empty()));
    }

    private static RecordsRequest idempotent(ProducerStamp stamp, RecordsRequest.Entry... entries) {
        return new RecordsRequest(World.TOPIC, List.of(entries), Optional.of(stamp), Optional.empty());
    }

    private static RecordsRequest.Entry to(int partition, String value, long timestampMs) {
        return new RecordsRequest.Entry(
                Optional.of(partition),
                new NewRecord(timestampMs, Optional.empty(), Optional.of(Bytes.utf8(value)), List.of()));
    }

    private static RecordsRequest.Entry keyed(String key) {
        return new RecordsRequest.Entry(
                Optional.empty(),
                new NewRecord(START_MS, Optional.of(Bytes.utf8(key)), Optional.of(Bytes.utf8("v")), List.of()));
    }

    private static RecordsRequest.Entry anywhere(String value) {
        return new RecordsRequest.Entry(
                Optional.empty(), new NewRecord(START_MS, Optional.empty(), Optional.of(Bytes.utf8(value)), List.of()));
    }

    private List<String> values(int partition) {
        return World.readFrom(world.process(), partition, 0).stream()
                .map(LogRecord::value)
                .map(value -> value.orElseThrow().utf8())
                .toList();
    }

    private static void assertRefused(Answer<ProducedRecord> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
