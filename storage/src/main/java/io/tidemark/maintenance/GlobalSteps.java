package io.tidemark.maintenance;

import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.sweep.Purge;
import io.tidemark.sweep.Purged;
import io.tidemark.sweep.Sweep;
import io.tidemark.sweep.Swept;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that are not of one partition: the purge of deleted topics and the sweep of unnamed objects. They run
 * behind the partitions that are due. Thread-safe.
 */
final class GlobalSteps {
    /** How often a process looks whether one of them is due, so that a tick without work costs no read for them. */
    private static final Duration LOOK_EVERY = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(GlobalSteps.class);

    private final Purge purge;
    private final Sweep sweep;
    private volatile Instant nextLook = Instant.MIN;

    GlobalSteps(ObjectStore objects, ItemStore items, Environment environment, Duration sweepGrace) {
        this.purge = new Purge(items, environment);
        this.sweep = new Sweep(objects, items, environment, sweepGrace);
    }

    /** @param only the steps to run, at once, whether it is time or not; empty for all that it is time for */
    void run(Instant begin, Set<StepName> only, Tally tally, BooleanSupplier isOver) {
        if ((only.isEmpty() && begin.isBefore(nextLook)) || isOver.getAsBoolean()) {
            return;
        }
        if (only.isEmpty() || only.contains(StepName.PURGE)) {
            guard(StepName.PURGE, tally, () -> purge(begin, tally, isOver));
        }
        if ((only.isEmpty() || only.contains(StepName.SWEEP)) && !isOver.getAsBoolean()) {
            guard(StepName.SWEEP, tally, () -> sweep(begin, only.contains(StepName.SWEEP), tally, isOver));
        }
        if (only.isEmpty() && !isOver.getAsBoolean()) {
            nextLook = begin.plus(LOOK_EVERY);
        }
    }

    private static void guard(StepName step, Tally tally, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("maintenance failed, step={}", step.text(), e);
            tally.failed(step, String.valueOf(e.getMessage()));
        }
    }

    private void purge(Instant begin, Tally tally, BooleanSupplier isOver) {
        Purged purged = purge.run(begin, isOver);
        for (int i = 0; i < purged.entries(); i++) {
            tally.done(StepName.PURGE);
        }
        purged.failures().forEach(failure -> tally.failed(StepName.PURGE, failure.entry() + ": " + failure.reason()));
    }

    private void sweep(Instant begin, boolean atOnce, Tally tally, BooleanSupplier isOver) {
        Optional<Swept> swept = sweep.run(begin, atOnce, isOver);
        swept.ifPresent(done -> {
            LOG.info("swept, {}", done);
            tally.swept(done);
            if (done.finished()) {
                tally.done(StepName.SWEEP);
            }
        });
    }
}
