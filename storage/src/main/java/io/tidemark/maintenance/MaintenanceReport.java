package io.tidemark.maintenance;

import io.tidemark.sweep.Swept;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run did.
 *
 * @param partitionsVisited how many partitions were due, or named, and handled
 * @param leftDue how many there was no time for
 * @param done how often each step committed
 * @param skipped steps that lost their commit to somebody else
 * @param failed steps that ended in an error
 * @param swept what the sweep did, where it was due
 * @param lags how far maintenance is behind
 */
public record MaintenanceReport(
        int partitionsVisited,
        int leftDue,
        Map<StepName, Integer> done,
        List<Incident> skipped,
        List<Incident> failed,
        Optional<Swept> swept,
        Lags lags,
        Duration elapsed) {

    /**
     * How far maintenance is behind.
     *
     * @param sinceLastRun from the begin of the scheduled run before to that of this one; of the first run in a process
     *     up to ten minutes too long, absent for the first one of all and for one that an operator asked for
     * @param merge how long the oldest batches have waited that are sealed and not merged, in the partitions that the
     *     run has looked at; absent where none wait
     */
    public record Lags(Optional<Duration> sinceLastRun, Optional<Duration> merge) {}

    /**
     * What did not go as it should.
     *
     * @param topic empty where it is about no topic
     * @param partition -1 where it is about no partition
     * @param step absent where no step had begun
     */
    public record Incident(String topic, int partition, Optional<StepName> step, String reason) {}

    public MaintenanceReport {
        done = Map.copyOf(done);
        skipped = List.copyOf(skipped);
        failed = List.copyOf(failed);
    }
}
