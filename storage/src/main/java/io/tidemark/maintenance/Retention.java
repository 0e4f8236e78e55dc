package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.maintenance.Units.Unit;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.LogStart;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes what is too old ({@code retention.ms}) or too much ({@code retention.bytes}) by moving the log start up. As
 * in Kafka a unit's age is that of its largest record timestamp, deletion stops at the first unit that stays, and the
 * high watermark does not move. Where Kafka deletes whole segments, here pages and the single batches of the tail go,
 * too. Thread-safe.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.UnifiedLog.deleteOldSegments}.
 */
final class Retention implements Step {
    private final ItemStore items;
    private final Heads heads;

    Retention(ItemStore items) {
        this.items = items;
        this.heads = new Heads(items);
    }

    @Override
    public StepName name() {
        return StepName.RETENTION;
    }

    @Override
    public StepOutcome run(Job job) {
        Optional<Duration> time = job.topic().config().retentionTime();
        Optional<Long> sizeBytes = job.topic().config().retentionSizeBytes();
        if (job.head().offsets().low() == job.head().offsets().high() || (time.isEmpty() && sizeBytes.isEmpty())) {
            return StepOutcome.idle();
        }
        Plan byTime = time.map(limit -> byTime(units(job), job, limit)).orElse(Plan.NOTHING);
        if (byTime.low() > job.head().offsets().low()) {
            return commit(job, LogStart.move(job.head(), byTime.low()));
        }
        return sizeBytes
                .filter(limit -> job.head().sizeBytes() >= limit)
                .map(limit -> bySize(job, limit, byTime.next()))
                .orElseGet(() -> new StepOutcome.Idle(byTime.next()));
    }

    /**
     * What is to be done.
     *
     * @param low where the log is to start, -1 for no change
     * @param next when the first unit that stays will be due
     */
    private record Plan(long low, Optional<Instant> next) {
        static final Plan NOTHING = new Plan(-1, Optional.empty());
    }

    private static Plan byTime(Units units, Job job, Duration limit) {
        long low = -1;
        while (units.hasNext()) {
            Unit unit = units.next();
            // in milliseconds and wrapping nowhere: a limit may be as long as a long is
            long ageMs = job.now().toEpochMilli() - unit.timeMs();
            if (ageMs <= limit.toMillis()) {
                return new Plan(low, due(unit, limit));
            }
            low = unit.lastOffset() + 1;
        }
        return new Plan(low, Optional.empty());
    }

    private static Optional<Instant> due(Unit unit, Duration limit) {
        try {
            return Optional.of(Instant.ofEpochMilli(Math.addExact(unit.timeMs(), limit.toMillis())));
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private Units units(Job job) {
        return new Units(
                items, job.partition(), job.head(), job.head().offsets().low());
    }

    /** What deletion by size knows of a unit: a long log has many. */
    private record Sized(long lastOffset, long sizeBytes) {}

    /**
     * Counts what is there, deletes as much as may go, and corrects what the head believes of its size. That is never
     * too little, so where it lets nothing go nothing is counted.
     */
    private StepOutcome bySize(Job job, long limitBytes, Optional<Instant> next) {
        if (job.head().sizeBytes() - units(job).next().sizeBytes() < limitBytes) {
            return new StepOutcome.Idle(next);
        }
        List<Sized> all = new ArrayList<>();
        units(job).forEachRemaining(unit -> all.add(new Sized(unit.lastOffset(), unit.sizeBytes())));
        long left = all.stream().mapToLong(Sized::sizeBytes).sum();
        long low = job.head().offsets().low();
        for (Sized unit : all) {
            if (left - unit.sizeBytes() < limitBytes) {
                break;
            }
            left -= unit.sizeBytes();
            low = unit.lastOffset() + 1;
        }
        long correction = left - job.head().sizeBytes();
        if (low > job.head().offsets().low()) {
            return commit(job, LogStart.move(job.head(), low).add(Head.SIZE, correction));
        }
        return correction == 0 ? new StepOutcome.Idle(next) : correct(job, left, next);
    }

    /** Only as it was counted: a correction that is made twice would hide as much from the limit. */
    private StepOutcome correct(Job job, long sizeBytes, Optional<Instant> next) {
        Update update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(Head.SIZE, Value.of(job.head().sizeBytes())))
                .set(Head.SIZE, Value.of(sizeBytes))
                .build();
        return heads.update(job.partition(), update) instanceof HeadOutcome.Applied applied
                ? new StepOutcome.Done(applied.head(), true)
                : new StepOutcome.Idle(next);
    }

    private StepOutcome commit(Job job, Update.Builder update) {
        return heads.update(job.partition(), update.build()) instanceof HeadOutcome.Applied applied
                ? new StepOutcome.Done(applied.head(), true)
                : new StepOutcome.Skipped("the log start was moved meanwhile");
    }
}
