package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
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

        Map<String, Object> report = later.handleRequest(Map.of(), new FixedContext());
        assertThat(report).containsEntry("partitions_visited", 1).containsEntry("failed", List.of());
        assertThat(report.get("done")).asString().contains("seal=1", "merge=1");

        Map<String, Object> scheduled = Map.of("detail-type", "Scheduled Event", "source", "aws.events");
        assertThat(later.handleRequest(scheduled, new FixedContext())).containsEntry("partitions_visited", 0);
    }

    @Test
    void anOperatorChoosesTopicsAndSteps() {
        produce();

        Map<String, Object> report =
                later.handleRequest(Map.of("topics", List.of("logs"), "steps", List.of("seal")), new FixedContext());
        assertThat(report).containsEntry("partitions_visited", 2);
        assertThat(report.get("done")).asString().contains("seal=1", "merge=0");
    }

    @Test
    void whatIsNotKnownIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.handleRequest(Map.of("steps", List.of("polish")), new FixedContext()))
                .withMessageContaining("polish")
                .withMessageContaining("merge");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.handleRequest(Map.of("topics", "logs"), new FixedContext()))
                .withMessageContaining("topics");
        assertThatThrownBy(() -> later.handleRequest(Map.of("topics", List.of("nothing")), new FixedContext()))
                .isInstanceOf(MaintenanceFailedException.class)
                .hasMessageContaining("nothing");
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

    private static final class FixedContext implements Context {
        @Override
        public int getRemainingTimeInMillis() {
            return 60_000;
        }

        @Override
        public String getAwsRequestId() {
            return "request";
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return "maintenance";
        }

        @Override
        public String getFunctionVersion() {
            return "1";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
        }

        @Override
        public CognitoIdentity getIdentity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ClientContext getClientContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getMemoryLimitInMB() {
            return 512;
        }

        @Override
        public LambdaLogger getLogger() {
            throw new UnsupportedOperationException();
        }
    }
}
