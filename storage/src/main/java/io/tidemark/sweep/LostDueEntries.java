package io.tidemark.sweep;

import io.tidemark.layout.Due;
import io.tidemark.layout.DueEntry;
import io.tidemark.layout.DueTransaction;
import io.tidemark.layout.Head;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.UnreadableItemException;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.topic.PartitionId;
import io.tidemark.transaction.Overdue;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a partition or transactional id back into the queue of maintenance that has something to do and no due entry: a
 * producer died before it put one, or was not answered. Used by one thread, for one sweep.
 */
final class LostDueEntries {
    /** More are put back by the next sweeps. */
    static final int MAX_RESTORED = 10_000;

    /** Of a longer queue the rest is not read: a partition in it may get a second entry, which harms none. */
    private static final int MAX_QUEUED = 1_000_000;

    private static final int ENTRIES_PER_QUERY = 500;
    private static final Instant END_OF_TIME = Instant.ofEpochMilli(Long.MAX_VALUE);

    private static final Logger LOG = LoggerFactory.getLogger(LostDueEntries.class);

    private final ItemStore items;
    private final Instant now;
    private final Set<PartitionId> queued = new HashSet<>();
    private final Map<TransactionalId, Instant> queuedTransactions = new HashMap<>();
    private int restored;

    LostDueEntries(ItemStore items, Instant now) {
        this.items = items;
        this.now = now;
    }

    /** Reads the queue, before any head is read: what is queued meanwhile needs no second entry, and harms none. */
    void readQueue() {
        for (int shard = 0; shard < DueEntry.SHARDS; shard++) {
            Optional<ItemRange> range = Optional.of(DueEntry.due(shard, END_OF_TIME, ENTRIES_PER_QUERY));
            while (range.isPresent() && queued.size() + queuedTransactions.size() < MAX_QUEUED) {
                ItemPage found = items.query(range.get());
                found.entries().forEach(this::note);
                range = found.next();
            }
        }
    }

    /** An entry that cannot be read is as good as lost. */
    private void note(ItemPage.Entry entry) {
        try {
            Due due = Due.decode(entry.key(), entry.item());
            if (due instanceof DueEntry partition) {
                queued.add(partition.partition());
            } else {
                DueTransaction transaction = (DueTransaction) due;
                queuedTransactions.merge(
                        transaction.id(), transaction.at(), (one, other) -> one.isBefore(other) ? one : other);
            }
        } catch (UnreadableItemException | IllegalArgumentException e) {
            LOG.error("unreadable due entry, key={}", entry.key(), e);
        }
    }

    void restore(Marking.Seen seen) {
        if (seen.topic().deleting()
                || restored == MAX_RESTORED
                || queued.contains(seen.partition())
                || !hasWork(seen)) {
            return;
        }
        DueEntry entry = DueEntry.notBefore(seen.topic().name(), seen.partition(), now);
        items.put(entry.key(), entry.encode(), List.of());
        restored++;
    }

    /** Every transactional id has an entry in time: for the end of its transaction, or for its own. */
    void restoreTransactions() {
        Optional<ItemRange> range = Optional.of(TransactionItem.range(Optional.empty(), ENTRIES_PER_QUERY));
        while (range.isPresent() && restored < MAX_RESTORED) {
            ItemPage page = items.query(range.get());
            page.entries().forEach(this::restore);
            range = page.next();
        }
    }

    private void restore(ItemPage.Entry entry) {
        try {
            TransactionItem item = TransactionItem.decode(entry.key(), entry.item());
            Instant look = Overdue.nextLook(item);
            if (Optional.ofNullable(queuedTransactions.get(item.id()))
                    .filter(at -> !at.isAfter(look))
                    .isEmpty()) {
                DueTransaction due = new DueTransaction(item.id(), look);
                items.put(due.key(), due.encode(), List.of());
                restored++;
            }
        } catch (UnreadableItemException | IllegalArgumentException e) {
            LOG.error("unreadable transactional id, key={}", entry.key(), e);
        }
    }

    int restored() {
        return restored;
    }

    private static boolean hasWork(Marking.Seen seen) {
        Head head = seen.head();
        Head.Offsets offsets = head.offsets();
        boolean mayExpire = seen.topic().config().retentionTime().isPresent()
                || seen.topic().config().retentionSizeBytes().isPresent();
        return seen.hasRest()
                || head.sealedMax().indexVersion() == 0
                || !head.tail().isEmpty()
                || Math.max(offsets.low(), offsets.merged()) < offsets.sealed()
                || (seen.topic().config().isCompacted() && offsets.cleaned() < offsets.merged())
                || (mayExpire && offsets.low() < offsets.high())
                || !head.producers().isEmpty()
                || !head.closedAttempts().isEmpty();
    }
}
