package io.tidemark.maintenance;

import io.tidemark.layout.DueTransaction;
import io.tidemark.transaction.Overdue;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions whose time is over or whose end stopped halfway, and deletes transactional ids that nobody uses.
 * Thread-safe.
 */
final class EndTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(EndTransactions.class);

    private final DueQueue queue;
    private final Overdue overdue;

    EndTransactions(DueQueue queue, Overdue overdue) {
        this.queue = queue;
        this.overdue = overdue;
    }

    /** Whatever goes wrong with one transactional id leaves the others alone, and it stays due. */
    void handle(DueTransaction due, Instant now, Tally tally) {
        try {
            if (overdue.handle(due.id(), now) instanceof Overdue.Handled.Sound sound) {
                queue.replace(due, sound.next());
                if (sound.done()) {
                    tally.done(StepName.END_TRANSACTIONS);
                }
            } else {
                tally.skipped(due.id(), "its transaction was ended, or begun, meanwhile");
            }
        } catch (RuntimeException e) {
            LOG.error("a transaction could not be ended, transactionalId={}", due.id(), e);
            tally.failed(StepName.END_TRANSACTIONS, due.id() + ": " + e.getMessage());
        }
    }
}
