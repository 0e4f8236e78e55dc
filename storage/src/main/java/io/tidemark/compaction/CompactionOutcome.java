package io.tidemark.compaction;

import io.tidemark.layout.Head;
import java.time.Instant;
import java.util.Optional;

/** What became of a pass. */
public sealed interface CompactionOutcome {

    /**
     * None was due.
     *
     * @param next when one may be, though nothing is appended until then
     */
    record NotDue(Optional<Instant> next) implements CompactionOutcome {}

    /**
     * It came to its end.
     *
     * @param more whether there is more to look at: the pass had to end before the dirty range does, or the range before
     *     segments that {@code min.compaction.lag.ms} keeps for later
     */
    record Passed(Head head, boolean more) implements CompactionOutcome {}

    /** The time was over before the pass was: the next run goes on where this one came to. */
    record Unfinished() implements CompactionOutcome {}

    /** Somebody else has changed what it was about to change. */
    record Overtaken(String reason) implements CompactionOutcome {}
}
