package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.DeleteRecordsRequest;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.simulation.ManualClock;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.LogProcess;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.sweep.Sweep;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs maintenance: what is due, the structural steps as if everything were old, and the sweep as if its grace were
 * over; deletes records; lets time pass where that is wanted. Used by one thread.
 */
final class Caretaker implements Runnable {
    private static final int STEPS = 18;
    private static final Duration BUDGET = Duration.ofMinutes(10);
    private static final Duration DAYS = Duration.ofDays(2);
    private static final List<StepName> STRUCTURAL =
            List.of(StepName.SEAL, StepName.RETENTION, StepName.REBUILD_INDEX, StepName.REMOVE, StepName.MERGE);

    private final LogProcess process;
    private final Model model;
    private final Time time;
    private final Random random;

    /**
     * How time goes.
     *
     * @param jumps how far the clock may be moved at once; none if it may not
     * @param maxSkew how far the clocks of processes are from it
     */
    record Time(ManualClock clock, List<Duration> jumps, Duration maxSkew) {}

    Caretaker(LogProcess process, Model model, Time time, Random random) {
        this.process = process;
        this.model = model;
        this.time = time;
        this.random = random;
    }

    @Override
    public void run() {
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> maintainWhatIsDue();
                case 3 -> maintain(EnumSet.copyOf(STRUCTURAL));
                case 4 -> maintain(EnumSet.of(STRUCTURAL.get(random.nextInt(STRUCTURAL.size()))));
                case 5 -> sweep();
                case 6 -> deleteRecords();
                default -> letTimePass();
            }
        }
    }

    /** No transaction that was overdue when a run began holds readers back when it has ended. */
    private void maintainWhatIsDue() {
        Set<ProducerEpoch> overdue = time.jumps().isEmpty() ? model.overdue(process.now()) : Set.of();
        Optional<MaintenanceReport> report =
                sound(process.ask(log -> attempt(() -> log.maintain(MaintenanceRequest.due(BUDGET)))));
        if (report.filter(done -> done.skipped().isEmpty()).isPresent()) {
            assertThat(model.open()).as("overdue").noneMatch(overdue::contains);
        }
    }

    /** A run that cannot read its queue fails as a whole, and is called again. */
    private static Optional<MaintenanceReport> attempt(Supplier<MaintenanceReport> run) {
        try {
            return Optional.of(run.get());
        } catch (StoreUnavailableException e) {
            return Optional.empty();
        }
    }

    /** What a run tells in which no call went wrong. */
    private Optional<MaintenanceReport> sound(Optional<Optional<MaintenanceReport>> report) {
        if (process.wasFaulty()) {
            return Optional.empty();
        }
        assertThat(report.orElseThrow().orElseThrow().failed()).isEmpty();
        return report.orElseThrow();
    }

    private void maintain(Set<StepName> steps) {
        maintain(DAYS, new MaintenanceRequest(BUDGET, steps, Set.of(World.TOPIC)));
    }

    private void sweep() {
        // requests that begin now meet no floor, whatever their clocks say
        Duration ahead = Sweep.MIN_GRACE.minus(time.maxSkew().multipliedBy(2));
        maintain(ahead, new MaintenanceRequest(BUDGET, Set.of(StepName.SWEEP), Set.of()));
    }

    private void maintain(Duration ahead, MaintenanceRequest request) {
        Optional<MaintenanceReport> unused =
                sound(process.maintainAhead(ahead, maintenance -> attempt(() -> maintenance.run(request))));
    }

    private void deleteRecords() {
        int partition = random.nextInt(model.partitionCount());
        PartitionModel.Moment now = model.partition(partition).now();
        long before = now.low() + random.nextLong((now.high() - now.low()) / 2 + 1);
        Optional<Answer<Long>> answer = process.ask(log -> log.deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(partition, Optional.of(before)))))
                .get(0));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<Long> given) {
            assertThat(given.value())
                    .isBetween(before, model.partition(partition).now().low());
            return;
        }
        assertThat(process.wasFaulty()).as("%s", answer).isTrue();
    }

    private void letTimePass() {
        if (!time.jumps().isEmpty()) {
            time.clock().advance(time.jumps().get(random.nextInt(time.jumps().size())));
        }
    }
}
