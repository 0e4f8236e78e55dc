package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.record.Bytes;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.TopicName;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaintenanceHandlerTest {
    private static final TopicName TOPIC = new TopicName("logs");

    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final Tidemark tidemark = tidemark(Clock.systemUTC());
    private final MaintenanceHandler later = handler(tidemark(Clock.offset(Clock.systemUTC(), Duration.ofDays(2))));

    @Test
    void theScheduledRunHandlesWhatIsDueOnce() {
        produce();

        Map<String, Object> report = later.handleRequest(Map.of(), FixedContext.with(Duration.ofMinutes(1)));
        assertThat(report).containsEntry("partitions_visited", 1).containsEntry("failed", List.of());
        assertThat(report.get("done")).asString().contains("seal=1", "merge=1");

        Map<String, Object> scheduled = Map.of("detail-type", "Scheduled Event", "source", "aws.events");
        assertThat(later.handleRequest(scheduled, FixedContext.with(Duration.ofMinutes(1))))
                .containsEntry("partitions_visited", 0);
    }

    @Test
    void anOperatorChoosesTopicsAndSteps() {
        produce();

        Map<String, Object> report = later.handleRequest(
                Map.of("topics", List.of("logs"), "steps", List.of("seal")), FixedContext.with(Duration.ofMinutes(1)));
        assertThat(report).containsEntry("partitions_visited", 2);
        assertThat(report.get("done")).asString().contains("seal=1", "merge=0");
    }

    @Test
    void whatIsNotKnownIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.handleRequest(
                        Map.of("steps", List.of("polish")), FixedContext.with(Duration.ofMinutes(1))))
                .withMessageContaining("polish")
                .withMessageContaining("merge");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> later.handleRequest(Map.of("topics", "logs"), FixedContext.with(Duration.ofMinutes(1))))
                .withMessageContaining("topics");
        assertThatThrownBy(() -> later.handleRequest(
                        Map.of("topics", List.of("nothing")), FixedContext.with(Duration.ofMinutes(1))))
                .isInstanceOf(MaintenanceFailedException.class)
                .hasMessageContaining("\"topic_name\":\"nothing\"");
    }

    private void produce() {
        tidemark.topics().create(new NewTopic("logs", Optional.of(2), Map.of("retention.ms", "-1")));
        NewRecord line = new NewRecord(1_000, Optional.empty(), Optional.of(Bytes.utf8("line")), List.of());
        tidemark.produceRecords(new RecordsRequest(
                TOPIC, List.of(new RecordsRequest.Entry(Optional.of(0), line)), Optional.empty(), Optional.empty()));
    }

    private Tidemark tidemark(Clock clock) {
        return new Tidemark(
                store.objects(), store.items(), new Environment(clock, new Random(1), duration -> {}, Runnable::run));
    }

    private static MaintenanceHandler handler(Tidemark tidemark) {
        return new MaintenanceHandler(new Service(tidemark, "test", Clock.systemUTC()));
    }
}
