package io.tidemark.maintenance;

import io.tidemark.compaction.Compaction;
import io.tidemark.compaction.CompactionOutcome;
import io.tidemark.compaction.CompactionOutcome.NotDue;
import io.tidemark.compaction.CompactionOutcome.Overtaken;
import io.tidemark.compaction.CompactionOutcome.Passed;
import io.tidemark.compaction.CompactionTask;

/** Leaves of each key of a compacted topic the newest record. Commits by {@code cleaned}. Thread-safe. */
final class Compact implements Step {
    private final Compaction compaction;

    Compact(Compaction compaction) {
        this.compaction = compaction;
    }

    @Override
    public StepName name() {
        return StepName.COMPACT;
    }

    @Override
    public StepOutcome run(Job job) {
        CompactionOutcome outcome =
                compaction.run(new CompactionTask(job.topic(), job.partition(), job.head(), job.now(), job.end()));
        if (outcome instanceof NotDue notDue) {
            return new StepOutcome.Idle(notDue.next());
        }
        if (outcome instanceof Overtaken overtaken) {
            return new StepOutcome.Skipped(overtaken.reason());
        }
        return outcome instanceof Passed passed
                ? new StepOutcome.Done(passed.head(), passed.more())
                : StepOutcome.Unfinished.INSTANCE;
    }
}
