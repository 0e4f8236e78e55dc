package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.producer.TransactionalId;
import java.time.Instant;
import java.util.Optional;

/**
 * What maintenance does for a transactional id that is due: aborts a transaction whose time is over, finishes an end
 * that stopped halfway, deletes an id that nobody uses. Thread-safe.
 */
public final class Overdue {
    private final TransactionTable table;
    private final Completion completion;
    private final ProducerIds producerIds;

    Overdue(TransactionTable table, Completion completion, ProducerIds producerIds) {
        this.table = table;
        this.completion = completion;
        this.producerIds = producerIds;
    }

    /** What was done. */
    public sealed interface Handled {

        /**
         * It stands as it should.
         *
         * @param done whether something was changed
         * @param next when it is to be looked at again; absent where the id is gone
         */
        record Sound(boolean done, Optional<Instant> next) implements Handled {}

        /** Somebody else was faster; to be looked at again. */
        record Overtaken() implements Handled {}
    }

    /** When there will be something to do for an id, as far as its item tells. */
    public static Instant nextLook(TransactionItem item) {
        return OverdueRules.nextLook(item);
    }

    /** @throws RuntimeException where a store does not answer, or a partition cannot be read; it stays due */
    public Handled handle(TransactionalId id, Instant now) {
        OverdueRules.Due due = OverdueRules.decide(table.read(id), producerIds::take, now);
        if (due instanceof OverdueRules.Due.Later later) {
            return new Handled.Sound(false, Optional.of(later.at()));
        }
        if (due instanceof OverdueRules.Due.Abort abort) {
            return abort(abort);
        }
        if (due instanceof OverdueRules.Due.Finish finish) {
            return finish(finish.item());
        }
        if (due instanceof OverdueRules.Due.Expire expire) {
            return table.delete(expire.item()) ? new Handled.Sound(true, Optional.empty()) : new Handled.Overtaken();
        }
        return new Handled.Sound(false, Optional.empty());
    }

    private Handled abort(OverdueRules.Due.Abort abort) {
        return table.replace(Optional.of(abort.open()), abort.aborted())
                        instanceof TransactionTable.Outcome.Applied applied
                ? finish(applied.item())
                : new Handled.Overtaken();
    }

    private Handled finish(TransactionItem item) {
        return new Handled.Sound(true, completion.finish(item).map(OverdueRules::nextLook));
    }
}
