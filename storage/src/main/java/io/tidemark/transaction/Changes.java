package io.tidemark.transaction;

import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.store.StoreUnavailableException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a transactional id to where a rule wants it: sends the change that the rule decides, and decides again where
 * somebody else was faster. Thread-safe.
 */
final class Changes {
    static final int MAX_TRIES = 8;

    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    private final TransactionTable table;
    private final Completion completion;
    private final TimeoutNotes timeouts;

    Changes(TransactionTable table, Completion completion, TimeoutNotes timeouts) {
        this.table = table;
        this.completion = completion;
        this.timeouts = timeouts;
    }

    /**
     * Asks the rule, and does what it decides. What it refuses, or finds done, is decided from the item as it is;
     * only a change, which carries its condition, may rest on what was last seen.
     *
     * @return the item afterwards; an end that was decided is finished if it can be, and stands in any case
     */
    Answer<TransactionItem> apply(TransactionalId id, Function<Optional<TransactionItem>, Verdict> rule) {
        try {
            return decide(id, rule);
        } catch (StoreUnavailableException e) {
            LOG.warn("coordinator item got no answer, transactionalId={} reason={}", id, e.toString());
            return Answer.refused(KafkaError.COORDINATOR_NOT_AVAILABLE, e.kind().advice());
        }
    }

    private Answer<TransactionItem> decide(TransactionalId id, Function<Optional<TransactionItem>, Verdict> rule) {
        Optional<TransactionItem> seen = table.remembered(id);
        boolean fresh = seen.isEmpty();
        if (fresh) {
            seen = table.read(id);
        }
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Verdict verdict = rule.apply(seen);
            if (!fresh && !(verdict instanceof Verdict.Write)) {
                seen = table.read(id);
                fresh = true;
                continue;
            }
            if (verdict instanceof Verdict.Refused refused) {
                return Answer.refused(refused.refusal());
            }
            if (verdict instanceof Verdict.Stands stands) {
                return Answer.of(finished(stands.item()));
            }
            if (verdict instanceof Verdict.FinishFirst first) {
                seen = completion.tryToFinish(first.item());
                if (seen.isEmpty()) {
                    return concurrent(id);
                }
                continue;
            }
            TransactionTable.Outcome outcome = write(seen, ((Verdict.Write) verdict).item());
            if (outcome instanceof TransactionTable.Outcome.Applied applied) {
                return Answer.of(finished(applied.item()));
            }
            seen = ((TransactionTable.Outcome.Refused) outcome).current();
            fresh = true;
        }
        return concurrent(id);
    }

    /** No change leaves an item that maintenance would not look at. */
    private TransactionTable.Outcome write(Optional<TransactionItem> seen, TransactionItem item) {
        boolean opens = item.state() instanceof TransactionState.Ongoing
                && !(seen.map(TransactionItem::state).orElseThrow() instanceof TransactionState.Ongoing);
        if (!opens && seen.isPresent()) {
            return table.replace(seen, item);
        }
        Instant look = OverdueRules.nextLook(item);
        timeouts.noteNotAfter(item.id(), look);
        TransactionTable.Outcome outcome = table.replace(seen, item);
        timeouts.noteAgainIfPassed(item.id());
        return outcome;
    }

    /** A decision stands, whatever happens behind it: then maintenance carries it out. */
    private TransactionItem finished(TransactionItem item) {
        if (!(item.state() instanceof TransactionState.Prepare prepare)) {
            return item;
        }
        if (completion.tryToFinish(item).isEmpty()) {
            timeouts.noteNow(item.id());
            return item;
        }
        // not the item as it is by now: a producer that began since has an epoch of its own
        return item.with(item.next(), prepare.complete());
    }

    private static Answer<TransactionItem> concurrent(TransactionalId id) {
        return Answer.refused(
                KafkaError.CONCURRENT_TRANSACTIONS,
                "A transaction of \"" + id + "\" is being ended. Try again in a moment.");
    }
}
