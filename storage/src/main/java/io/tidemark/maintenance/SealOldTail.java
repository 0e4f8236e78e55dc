package io.tidemark.maintenance;

import io.tidemark.layout.BatchReference;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Seal;
import java.time.Duration;
import java.time.Instant;

/** Seals a tail that no append has sealed, because none came: then its batches can be merged. Thread-safe. */
final class SealOldTail implements Step {
    /** A tail whose oldest batch is younger may still be sealed by an append. */
    static final Duration MAX_AGE = Duration.ofMinutes(10);

    private final Seal seal;

    SealOldTail(Seal seal) {
        this.seal = seal;
    }

    @Override
    public StepName name() {
        return StepName.SEAL;
    }

    @Override
    public StepOutcome run(Job job) {
        if (job.head().tail().isEmpty()) {
            return StepOutcome.idle();
        }
        BatchReference oldest = job.head().tail().get(0);
        Instant due = Instant.ofEpochMilli(oldest.object().timeMs()).plus(MAX_AGE);
        if (due.isAfter(job.now())) {
            return StepOutcome.idleUntil(due);
        }
        return seal.seal(job.partition(), job.head()) instanceof HeadOutcome.Applied applied
                ? new StepOutcome.Done(applied.head(), true)
                : new StepOutcome.Skipped("the tail was sealed, or deleted, meanwhile");
    }
}
