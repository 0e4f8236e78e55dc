package io.tidemark.log;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.layout.Head;
import io.tidemark.log.DeleteRecordsRequest.Entry;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.World;
import io.tidemark.topic.ConfigChange;
import io.tidemark.topic.TopicName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class DeleteRecordsTest {
    private final World world = World.inMemory(2);
    private final Tidemark process = world.process();

    @Test
    void theLogStartMovesUpAndNeverBack() {
        append(5);

        assertThat(delete(process, 3)).isEqualTo(Answer.of(3L));
        assertThat(delete(process, 3)).isEqualTo(Answer.of(3L));
        assertThat(delete(process, 0)).isEqualTo(Answer.of(3L));
        assertThat(delete(process, 5)).isEqualTo(Answer.of(5L));
        assertThat(world.head(0).offsets()).isEqualTo(new Head.Offsets(5, 5, 0, 0, 0));
    }

    @Test
    void withoutAnOffsetEverythingUpToTheHighWatermarkGoes() {
        append(4);

        assertThat(delete(process, new Entry(0, Optional.empty()))).containsExactly(Answer.of(4L));
        assertThat(delete(process, new Entry(1, Optional.empty()))).containsExactly(Answer.of(0L));
    }

    @Test
    void offsetsOutsideTheLogAreRefused() {
        append(4);

        assertRefused(delete(process, 5), KafkaError.OFFSET_OUT_OF_RANGE);
        assertRefused(delete(process, -2), KafkaError.OFFSET_OUT_OF_RANGE);
        assertThat(world.head(0).offsets().low()).isZero();
    }

    @Test
    void eachPartitionHasItsOwnAnswer() {
        append(2);

        List<Answer<Long>> answers = delete(
                process,
                new Entry(1, Optional.of(0L)),
                new Entry(0, Optional.of(1L)),
                new Entry(2, Optional.of(0L)),
                new Entry(1, Optional.of(0L)));

        assertRefused(answers.get(0), KafkaError.INVALID_REQUEST);
        assertThat(answers.get(1)).isEqualTo(Answer.of(1L));
        assertRefused(answers.get(2), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
        assertRefused(answers.get(3), KafkaError.INVALID_REQUEST);
    }

    @Test
    void aCompactedTopicKeepsItsRecordsUnlessItAlsoDeletes() {
        value(process.topics().create(new NewTopic("compacted", Optional.of(1), Map.of("cleanup.policy", "compact"))));
        value(process.topics()
                .create(new NewTopic("both", Optional.of(1), Map.of("cleanup.policy", "compact,delete"))));

        assertRefused(deleteOf("compacted"), KafkaError.POLICY_VIOLATION);
        assertThat(deleteOf("both")).isEqualTo(Answer.of(0L));
        assertRefused(deleteOf("unknown"), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aPolicyThatAnotherProcessHasJustChangedRefusesNothing() {
        value(process.topics().create(new NewTopic("policy", Optional.of(1), Map.of("cleanup.policy", "compact"))));
        assertRefused(deleteOf("policy"), KafkaError.POLICY_VIOLATION);
        value(world.process()
                .topics()
                .alterConfigs(new TopicName("policy"), List.of(ConfigChange.set("cleanup.policy", "compact,delete"))));

        assertThat(deleteOf("policy")).isEqualTo(Answer.of(0L));
    }

    @Test
    void withinTheSealedBatchesTheirMaximumStands() {
        append(16);

        delete(process, 15);

        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(115, 1, 0));
    }

    @Test
    void pastTheSealedBatchesTheirMaximumIsForgotten() {
        append(20);

        delete(process, 16);
        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(-1, 1, 16));

        delete(process, 19);
        assertThat(world.head(0).sealedMax()).isEqualTo(new Head.SealedMax(-1, 1, 19));
    }

    @Test
    void aRaceWithAnotherDeleteIsRunAgain() {
        append(5);
        InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> delete(process, 2));

        assertThat(delete(world.process(gate), 4)).isEqualTo(Answer.of(4L));
        assertThat(gate.done()).isTrue();
    }

    @Test
    void aRaceThatAnotherDeleteWonByMoreIsAnsweredWithItsLogStart() {
        append(5);
        InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> delete(process, 5));

        assertThat(delete(world.process(gate), 2)).isEqualTo(Answer.of(5L));
        assertThat(world.head(0).offsets().low()).isEqualTo(5);
    }

    @Test
    void aRaceWithASealIsRunAgainWithWhatIsSealedThen() {
        append(15);
        InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> append(1));

        assertThat(delete(world.process(gate), 3)).isEqualTo(Answer.of(3L));
        assertThat(world.head(0).offsets().sealed()).isEqualTo(16);
        assertThat(world.head(0).sealedMax()).as("deleted within").isEqualTo(new Head.SealedMax(114, 1, 0));
    }

    @Test
    void endlessRacesEndInARetriableRefusal() {
        append(100);
        Gate racing = new Gate() {
            private long next = 1;

            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                if (call.isHeadUpdate()) {
                    assertThat(delete(process, next++)).isInstanceOf(Answer.Given.class);
                }
                return action.get();
            }
        };

        assertRefused(delete(world.process(racing), 90), KafkaError.REQUEST_TIMED_OUT);
        assertThat(world.head(0).offsets().low()).isEqualTo(20);
    }

    @Test
    void whatIsAppendedWhileItRunsStays() {
        append(3);
        InsertingGate gate = new InsertingGate(StoreCall::isHeadUpdate, () -> append(2));

        assertThat(delete(world.process(gate), new Entry(0, Optional.empty()))).containsExactly(Answer.of(3L));
        assertThat(World.readFrom(process, 0, 3)).hasSize(2);
    }

    @Test
    void aDeletedTopicIsUnknown() {
        InsertingGate gate = new InsertingGate(
                StoreCall::isHeadUpdate, () -> value(process.topics().delete(World.TOPIC)));
        append(3);

        assertRefused(delete(world.process(gate), 2), KafkaError.UNKNOWN_TOPIC_OR_PARTITION);
    }

    /** Single records; their times are 100 and up, by their number in the call. */
    private void append(int batches) {
        for (int i = 0; i < batches; i++) {
            value(produce(process, 0, plain("r", 100 + i)));
        }
    }

    private static Answer<Long> delete(Tidemark process, long before) {
        return delete(process, new Entry(0, Optional.of(before))).get(0);
    }

    private static List<Answer<Long>> delete(Tidemark process, Entry... entries) {
        return process.deleteRecords(new DeleteRecordsRequest(World.TOPIC, List.of(entries)));
    }

    private Answer<Long> deleteOf(String topic) {
        return process.deleteRecords(
                        new DeleteRecordsRequest(new TopicName(topic), List.of(new Entry(0, Optional.of(0L)))))
                .get(0);
    }

    private static void assertRefused(Answer<Long> answer, KafkaError error) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.refusal().error()).isEqualTo(error));
    }
}
