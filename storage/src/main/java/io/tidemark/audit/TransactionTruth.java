package io.tidemark.audit;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.StoredBatch;
import io.tidemark.record.TransactionResult;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds batches, in offset order, against what the head and its items tell of transactions. Where compaction has been
 * something may be missing; what is there must agree. Used by one thread.
 */
final class TransactionTruth {
    /** More aborted transactions of one partition are not checked. */
    static final int MAX_ENTRIES = 100_000;

    private static final int ENTRIES_PER_QUERY = 500;

    private final Head head;
    private final String where;
    private final Findings findings;
    private final Map<Long, AbortedTransaction> told = new HashMap<>();
    private boolean areAllTold = true;

    /** The first offset of what is seen of each producer and not ended yet. */
    private final Map<Long, Long> undecided = new HashMap<>();

    private TransactionTruth(Head head, String where, Findings findings) {
        this.head = head;
        this.where = where;
        this.findings = findings;
    }

    /** Reads what is told of aborted transactions, and checks it and the head against each other. */
    static TransactionTruth read(ItemStore items, PartitionAudit.Subject subject, String where, Findings findings) {
        TransactionTruth truth = new TransactionTruth(subject.head(), where, findings);
        truth.checkHead();
        Optional<ItemRange> range = Optional.of(
                AbortedTransaction.from(subject.partition(), subject.offsets().low(), ENTRIES_PER_QUERY));
        long stable = 0;
        while (range.isPresent() && truth.told.size() < MAX_ENTRIES) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Optional<AbortedTransaction> aborted = findings.decoded(
                        where + " " + entry.key().sort(), () -> AbortedTransaction.decode(entry.key(), entry.item()));
                if (aborted.isPresent()) {
                    truth.check(aborted.get(), stable);
                    stable = Math.max(stable, aborted.get().stableOffset());
                }
            }
            range = found.next();
        }
        truth.areAllTold = range.isEmpty();
        return truth;
    }

    private void checkHead() {
        head.transactions().open().forEach((transaction, first) -> {
            if (first < 0 || first >= head.offsets().high()) {
                wrong(transaction + " is open from offset " + first);
            }
        });
        head.transactions().aborting().forEach((transaction, marker) -> {
            Optional<Long> first = head.transactions().firstOffset(transaction);
            if (marker >= head.offsets().high()
                    || first.filter(offset -> offset < marker).isEmpty()) {
                wrong(transaction + " is aborted at offset " + marker + " and open from " + first);
            }
        });
    }

    private void check(AbortedTransaction aborted, long stable) {
        told.put(aborted.markerOffset(), aborted);
        if (aborted.firstOffset() >= aborted.markerOffset()) {
            wrong("aborted at offset " + aborted.markerOffset() + " and begun at " + aborted.firstOffset());
        }
        if (aborted.firstOffset() < stable) {
            wrong("begun at offset " + aborted.firstOffset() + ", where all below " + stable
                    + " was said to be stable, and aborted at " + aborted.markerOffset());
        }
    }

    void observe(StoredBatch batch) {
        if (batch.lastOffset() < head.offsets().low() || !batch.isTransactional()) {
            return;
        }
        long producerId = batch.producerId().orElse(-1L);
        if (!batch.isControl()) {
            undecided.putIfAbsent(producerId, batch.baseOffset());
            return;
        }
        boolean aborts = batch.transactionResult()
                .filter(TransactionResult.ABORT::equals)
                .isPresent();
        checkMarker(batch.baseOffset(), producerId, aborts);
        Optional<Long> first = Optional.ofNullable(undecided.get(producerId));
        Optional<AbortedTransaction> aborted = Optional.ofNullable(told.get(batch.baseOffset()));
        if (first.isPresent()
                && aborted.filter(each -> each.firstOffset() > first.get()).isPresent()) {
            wrong("aborted at offset " + batch.baseOffset() + " from " + first.get() + " on, but told of from "
                    + aborted.get().firstOffset() + " on");
        }
        if (!isAborting(batch.baseOffset())) {
            undecided.remove(producerId);
        }
    }

    private void checkMarker(long offset, long producerId, boolean aborts) {
        Optional<AbortedTransaction> aborted = Optional.ofNullable(told.get(offset));
        if (aborts
                && aborted.isEmpty()
                && areAllTold
                && offset >= head.offsets().low()
                && !isAborting(offset)) {
            wrong("nothing tells of the abort at offset " + offset);
        }
        if (aborted.filter(each -> !aborts || each.producerId() != producerId).isPresent()) {
            wrong("an abort of producer " + aborted.get().producerId() + " is told of at offset " + offset
                    + ", where there is another marker");
        }
    }

    private boolean isAborting(long markerOffset) {
        return head.transactions().aborting().containsValue(markerOffset);
    }

    /** Behind the last batch, when all were looked at: what is not ended must be open. */
    void checkUndecided() {
        undecided.forEach((producerId, first) -> {
            Optional<ProducerEpoch> open = head.transactions().openOf(producerId);
            if (open.isEmpty()) {
                wrong("producer " + producerId + " has records from offset " + first
                        + " on in a transaction that is neither open nor ended");
            }
        });
    }

    private void wrong(String detail) {
        findings.add(Rule.TRANSACTION_IS_TOLD, where, detail);
    }
}
