package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import io.tidemark.store.Environment;
import io.tidemark.sweep.Sweep;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/**
 * A log whose maintenance runs between any two calls, whole or single steps of it. What the tier targets answer depends
 * on it, so they are held against each other here and answered as if nothing was merged.
 */
final class MaintainedLog implements ComparedLog {
    /** What may run as if it were days later: the other steps would take these histories for old, and end them. */
    private static final List<StepName> STEPS =
            List.of(StepName.SEAL, StepName.RETENTION, StepName.REBUILD_INDEX, StepName.REMOVE, StepName.MERGE);

    private final ComparedLog log;
    private final Maintenance maintenance;
    private final Maintenance sweeping;
    private final RandomGenerator random;
    private int merges;
    private long objectsSwept;

    /** Maintained as if everything were old, and swept as if the grace were over for all that is there now. */
    static MaintainedLog over(Stores stores, ManualClock clock, long seed) {
        Maintenance late = maintenance(stores, Clock.offset(clock, Duration.ofDays(2)), seed);
        Maintenance sweeping = maintenance(stores, Clock.offset(clock, Sweep.MIN_GRACE), seed + 1);
        return new MaintainedLog(stores.twoTidemarks(clock, seed), late, sweeping, new Random(seed));
    }

    private static Maintenance maintenance(Stores stores, Clock clock, long seed) {
        return new Maintenance(
                stores.objects(),
                stores.items(),
                new Environment(clock, new Random(seed), duration -> {}, Runnable::run));
    }

    private MaintainedLog(ComparedLog log, Maintenance maintenance, Maintenance sweeping, RandomGenerator random) {
        this.log = log;
        this.maintenance = maintenance;
        this.sweeping = sweeping;
        this.random = random;
    }

    int merges() {
        return merges;
    }

    long objectsSwept() {
        return objectsSwept;
    }

    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        return log.createTopic(topic, partitions, configs);
    }

    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        maintain();
        return log.produce(topic, batches);
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        if (timestamp > -4 || timestamp < -6) {
            maintain();
            return log.listOffsets(topic, partitions, timestamp);
        }
        List<Listed> earliest = log.listOffsets(topic, partitions, -2);
        List<Listed> local = log.listOffsets(topic, partitions, -4);
        List<Listed> tiered = log.listOffsets(topic, partitions, -5);
        assertThat(log.listOffsets(topic, partitions, -6)).isEqualTo(local);
        for (int i = 0; i < partitions; i++) {
            long behindTier = tiered.get(i).offset() + 1;
            assertThat(local.get(i).offset()).isEqualTo(Math.max(earliest.get(i).offset(), behindTier));
        }
        return timestamp == -5 ? tiered.stream().map(answer -> Listed.NO_MATCH).toList() : earliest;
    }

    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        maintain();
        return log.fetch(topic, partition, offset, maxSizeBytes);
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        maintain();
        return log.deleteRecords(topic, partition, offset);
    }

    private void maintain() {
        if (random.nextInt(6) > 0) {
            return;
        }
        if (random.nextInt(4) == 0) {
            sweep();
            return;
        }
        Set<StepName> steps = EnumSet.copyOf(STEPS);
        if (random.nextBoolean()) {
            steps.retainAll(Set.of(STEPS.get(random.nextInt(STEPS.size()))));
        }
        MaintenanceReport report = maintenance.run(new MaintenanceRequest(Duration.ofMinutes(1), steps, Set.of()));
        assertThat(report.failed()).isEmpty();
        assertThat(report.skipped()).isEmpty();
        merges += report.done().getOrDefault(StepName.MERGE, 0);
    }

    private void sweep() {
        MaintenanceReport report =
                sweeping.run(new MaintenanceRequest(Duration.ofMinutes(1), Set.of(StepName.SWEEP), Set.of()));
        assertThat(report.failed()).isEmpty();
        objectsSwept += report.swept().orElseThrow().objectsDeleted();
    }
}
