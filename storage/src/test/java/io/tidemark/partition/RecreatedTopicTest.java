package io.tidemark.partition;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.fetch;
import static io.tidemark.simulation.World.list;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.Fetched;
import io.tidemark.produce.ProducedRecord;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.KafkaError;
import io.tidemark.record.NewRecord;
import io.tidemark.simulation.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A process remembers a topic that somebody else has deleted, and created again. */
final class RecreatedTopicTest {
    private static final long LATEST = -1;
    private static final int FETCH_BYTES = 1_000;

    private final World world = World.inMemory(1);
    private final Tidemark remembering = world.process();

    @Test
    void eachOperationIsToldToComeAgainAndThenFindsTheNewTopic() {
        assertComesAgain(process -> produce(process, 0, plain("a", 10)));
        assertComesAgain(process -> records(process, 0));
        assertComesAgain(process -> list(process, 0, LATEST));
        assertComesAgain(process -> process.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(0L)))))
                .get(0));
    }

    @Test
    void aFetchIsToldSoToo() {
        createAgain(1);

        assertThat(fetch(remembering, 0, 0, FETCH_BYTES))
                .isInstanceOfSatisfying(
                        FetchAnswer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(KafkaError.UNKNOWN_TOPIC_ID));
        assertThat(fetch(remembering, 0, 0, FETCH_BYTES)).isInstanceOf(Fetched.class);
    }

    @Test
    void aPartitionThatOnlyTheNewTopicHasIsFoundAtOnce() {
        createAgain(3);
        assertThat(list(remembering, 2, LATEST)).isInstanceOf(Answer.Given.class);

        createAgain(4);
        assertThat(value(produce(remembering, 3, plain("a", 10))).baseOffset()).isZero();

        createAgain(5);
        assertThat(value(records(remembering, 4)).offset()).isZero();
    }

    @Test
    void whoCreatesATopicForgetsTheOneThatOthersHaveDeleted() {
        value(list(remembering, 0, LATEST));
        value(world.process().topics().delete(World.TOPIC));
        value(remembering.topics().create(new NewTopic(World.TOPIC.value(), Optional.of(1), Map.of())));

        assertThat(list(remembering, 0, LATEST)).isInstanceOf(Answer.Given.class);
    }

    @Test
    void aTopicThatIsThereWithoutAHeadIsAFaultAndNotUnknown() {
        world.items().delete(Head.key(world.topic().partition(0)), List.of());

        assertThat(error(list(remembering, 0, LATEST))).isEqualTo(KafkaError.KAFKA_STORAGE_ERROR);
        assertThat(error(produce(remembering, 0, plain("a", 10)))).isEqualTo(KafkaError.KAFKA_STORAGE_ERROR);
    }

    private void assertComesAgain(Function<Tidemark, Answer<?>> operation) {
        createAgain(1);

        assertThat(error(operation.apply(remembering))).isEqualTo(KafkaError.UNKNOWN_TOPIC_ID);
        assertThat(operation.apply(remembering)).isInstanceOf(Answer.Given.class);
    }

    /** Behind a look of the process at the topic as it was. */
    private void createAgain(int partitions) {
        value(list(remembering, 0, LATEST));
        Tidemark other = world.process();
        value(other.topics().delete(World.TOPIC));
        world.create(World.TOPIC, partitions);
    }

    private static Answer<ProducedRecord> records(Tidemark process, int partition) {
        NewRecord line = new NewRecord(1, Optional.empty(), Optional.of(Bytes.utf8("v")), List.of());
        return process.produceRecords(new RecordsRequest(
                        World.TOPIC,
                        List.of(new RecordsRequest.Entry(Optional.of(partition), line)),
                        Optional.empty(),
                        Optional.empty()))
                .get(0);
    }

    private static KafkaError error(Answer<?> answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<?>) answer).refusal().error();
    }
}
