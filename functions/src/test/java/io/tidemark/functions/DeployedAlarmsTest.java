package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.admin.NewTopic;
import io.tidemark.produce.RecordsRequest;
import io.tidemark.record.Bytes;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.TopicName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The alarms of the Terraform module rest on how long runs take. */
class DeployedAlarmsTest {
    private static final Path VARIABLES = Path.of("../infra/modules/tidemark/variables.tf");
    private static final Pattern THRESHOLD = Pattern.compile("maintenance_p99_ms\\s*=\\s*optional\\(number, (\\d+)\\)");

    /** What Lambda gives a run of maintenance. */
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private static final int PARTITIONS = 1_000;

    @Test
    void aRunThatDoesNotGetDoneIsLongerThanItsAlarmAllows() throws IOException {
        PassingTime time = new PassingTime();
        Tidemark tidemark = tidemark(time);
        produce(tidemark);
        MaintenanceHandler maintenance = new MaintenanceHandler(new Service(tidemark, "test", time));
        maintenance.handleRequest(Map.of("steps", List.of("sweep")), FixedContext.with(TIMEOUT));

        time.pass(Duration.ofHours(12));
        time.perReading = Duration.ofMillis(100);
        Map<String, Object> report = maintenance.handleRequest(Map.of(), FixedContext.with(TIMEOUT));

        assertThat(report.get("swept")).as("nothing but partitions").isNull();
        assertThat((Integer) report.get("partitions_left_due")).isBetween(1, PARTITIONS - 1);
        assertThat((Long) report.get("elapsed_ms"))
                .isGreaterThan(threshold().toMillis())
                .isLessThan(TIMEOUT.toMillis());
    }

    private static Duration threshold() throws IOException {
        Matcher threshold = THRESHOLD.matcher(Files.readString(VARIABLES));
        assertThat(threshold.find()).isTrue();
        return Duration.ofMillis(Long.parseLong(threshold.group(1)));
    }

    private static void produce(Tidemark tidemark) {
        TopicName topic = new TopicName("logs");
        tidemark.topics().create(new NewTopic("logs", Optional.of(PARTITIONS), Map.of("retention.ms", "-1")));
        NewRecord line = new NewRecord(1_000, Optional.empty(), Optional.of(Bytes.utf8("line")), List.of());
        tidemark.produceRecords(new RecordsRequest(
                topic,
                IntStream.range(0, PARTITIONS)
                        .mapToObj(partition -> new RecordsRequest.Entry(Optional.of(partition), line))
                        .toList(),
                Optional.empty(),
                Optional.empty()));
    }

    private static Tidemark tidemark(Clock clock) {
        EmbeddedStore store = EmbeddedStore.inMemory();
        return new Tidemark(
                store.objects(), store.items(), new Environment(clock, new Random(1), pause -> {}, Runnable::run));
    }

    /** Goes on by as much each time that somebody looks. */
    private static final class PassingTime extends Clock {
        private Instant now = Instant.parse("2026-05-01T12:00:00Z");
        private Duration perReading = Duration.ZERO;

        void pass(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            pass(perReading);
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
