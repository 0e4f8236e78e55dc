package io.tidemark.partition;

import io.tidemark.layout.Head;
import java.util.Optional;

/** What a conditional update of a head did. */
public sealed interface HeadOutcome {

    /** It took effect, and this is the head after it. */
    record Applied(Head head) implements HeadOutcome {}

    /** A condition did not hold for this head; absent where there is none. */
    record Refused(Optional<Head> current) implements HeadOutcome {}
}
