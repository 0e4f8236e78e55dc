package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.store.Condition;
import io.tidemark.store.Update;
import io.tidemark.store.Value;

/** How the log start offset moves, for DeleteRecords and for retention. Pure. */
public final class LogStart {
    private LogStart() {}

    /**
     * Moves it up, unless somebody else has moved it. Past every sealed batch, their maximum is forgotten in the same
     * update: it would speak of deleted records only, and keep older times that come later out of the index.
     *
     * @param head as it was read
     * @param low above the head's, and not above its high watermark
     */
    public static Update.Builder move(Head head, long low) {
        if (low <= head.offsets().low() || low > head.offsets().high()) {
            throw new IllegalArgumentException("log start " + low + " for " + head.offsets());
        }
        Update.Builder update = Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(Head.LOW, Value.of(head.offsets().low())))
                .set(Head.LOW, Value.of(low));
        return low < head.offsets().sealed()
                ? update
                : update.when(Condition.equal(
                                Head.SEALED, Value.of(head.offsets().sealed())))
                        .set(Head.MAX_TIMESTAMP, Value.of(-1))
                        .set(Head.SINCE, Value.of(low));
    }
}
