package io.tidemark.store;

import java.util.Optional;

/** What a conditional write did. A lost condition is an outcome, not an exception. */
public sealed interface WriteOutcome {

    /**
     * The write took effect.
     *
     * @param item the item after an update or a put; no attributes after a delete
     */
    record Applied(Item item) implements WriteOutcome {}

    /**
     * A condition did not hold, and nothing changed.
     *
     * @param current the item that refused, absent where there is none
     */
    record Refused(Optional<Item> current) implements WriteOutcome {}
}
