package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import java.time.Instant;
import java.util.Optional;

/** What a step did to a partition. */
sealed interface StepOutcome {

    /**
     * Nothing is due.
     *
     * @param next when something will be, as far as is known
     * @param waitingSince how old the oldest is that waits until then
     */
    record Idle(Optional<Instant> next, Optional<Instant> waitingSince) implements StepOutcome {
        Idle(Optional<Instant> next) {
            this(next, Optional.empty());
        }
    }

    /**
     * Something was committed.
     *
     * @param head the head afterwards
     * @param more whether the step has more to do at once
     */
    record Done(Head head, boolean more) implements StepOutcome {}

    /** Somebody else was faster; nothing of the step applies, and the next run does it. */
    record Skipped(String reason) implements StepOutcome {}

    /** The run's time was over; the next run goes on. */
    record Unfinished() implements StepOutcome {
        static final Unfinished INSTANCE = new Unfinished();
    }

    static StepOutcome idle() {
        return new Idle(Optional.empty());
    }

    static StepOutcome idleUntil(Instant next) {
        return new Idle(Optional.of(next));
    }
}
