package io.tidemark.maintenance;

import io.tidemark.layout.DueEntry;
import io.tidemark.maintenance.MaintenanceReport.Incident;
import io.tidemark.producer.TransactionalId;
import io.tidemark.sweep.Swept;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a run does. Used by one thread. */
final class Tally {
    private static final Logger LOG = LoggerFactory.getLogger(Tally.class);

    private final Map<StepName, Integer> done = new EnumMap<>(StepName.class);
    private final List<Incident> skipped = new ArrayList<>();
    private final List<Incident> failed = new ArrayList<>();
    private Optional<Swept> swept = Optional.empty();
    private Optional<Instant> waitingSince = Optional.empty();
    private int visited;
    private int leftDue;

    void visited() {
        visited++;
    }

    void leftDue() {
        leftDue++;
    }

    void done(StepName step) {
        done.merge(step, 1, Integer::sum);
    }

    void skipped(DueEntry entry, StepName step, String reason) {
        LOG.warn(
                "maintenance skipped, topic={} partition={} step={} reason={}",
                entry.topic(),
                entry.partition().partition(),
                step.text(),
                reason);
        skipped.add(new Incident(entry.topic().value(), entry.partition().partition(), Optional.of(step), reason));
    }

    /** A step had no time left to commit what it had done; its partition is left due. */
    void tooOld(DueEntry entry, StepName step, RunTooOldException what) {
        LOG.warn(
                "maintenance was too old to go on, topic={} partition={} step={} before={}",
                entry.topic(),
                entry.partition().partition(),
                step.text(),
                what.getMessage());
        leftDue++;
    }

    /** A transactional id was skipped. */
    void skipped(TransactionalId id, String reason) {
        LOG.warn(
                "maintenance skipped, transactionalId={} step={} reason={}",
                id,
                StepName.END_TRANSACTIONS.text(),
                reason);
        skipped.add(new Incident("", -1, Optional.of(StepName.END_TRANSACTIONS), id + ": " + reason));
    }

    void failed(DueEntry entry, Optional<StepName> step, String reason) {
        failed(entry.topic(), entry.partition().partition(), step, reason);
    }

    void failed(TopicName topic, int partition, Optional<StepName> step, String reason) {
        failed.add(new Incident(topic.value(), partition, step, reason));
    }

    /** A failure of a step that is not of one partition. */
    void failed(StepName step, String reason) {
        failed.add(new Incident("", -1, Optional.of(step), reason));
    }

    /** A failure that is of no partition and no step. */
    void failed(String reason) {
        failed.add(new Incident("", -1, Optional.empty(), reason));
    }

    /** What another thread has counted. */
    void add(Tally other) {
        visited += other.visited;
        leftDue += other.leftDue;
        other.done.forEach((step, count) -> done.merge(step, count, Integer::sum));
        skipped.addAll(other.skipped);
        failed.addAll(other.failed);
        other.waitingSince.ifPresent(this::waiting);
    }

    void swept(Swept done) {
        swept = Optional.of(done);
    }

    /** Sealed batches that are as old as that wait for more to be merged with. */
    void waiting(Instant since) {
        if (waitingSince.filter(earlier -> !earlier.isAfter(since)).isEmpty()) {
            waitingSince = Optional.of(since);
        }
    }

    MaintenanceReport report(Instant begin, Optional<Duration> sinceLastRun, Instant end) {
        Optional<Duration> merge = waitingSince.map(since -> Duration.between(since, begin));
        return new MaintenanceReport(
                visited,
                leftDue,
                done,
                skipped,
                failed,
                swept,
                new MaintenanceReport.Lags(sinceLastRun, merge),
                Duration.between(begin, end));
    }
}
