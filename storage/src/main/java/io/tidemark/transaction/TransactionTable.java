package io.tidemark.transaction;

import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.TransactionItem;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.Condition;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.WriteOutcome;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator's items, and what this process last saw of each, so that a change needs no read. What was seen may be
 * old: every change is conditional on it. Thread-safe.
 */
final class TransactionTable {
    private static final int MAX_REMEMBERED = 1_000;
    private static final int MAX_TRIES = 3;
    private static final Duration OUTAGE_PAUSE = Duration.ofMillis(50);

    private final ItemStore items;
    private final Environment environment;
    private final Map<TransactionalId, TransactionItem> remembered = new LinkedHashMap<>(16, 0.75f, true);

    TransactionTable(ItemStore items, Environment environment) {
        this.items = items;
        this.environment = environment;
    }

    /** What a change did. */
    sealed interface Outcome {

        /** This is the item now. */
        record Applied(TransactionItem item) implements Outcome {}

        /** Somebody else has changed the item, and nothing was done; absent where it is gone. */
        record Refused(Optional<TransactionItem> current) implements Outcome {}
    }

    /** The item as it was last seen, which may be old. */
    synchronized Optional<TransactionItem> remembered(TransactionalId id) {
        return Optional.ofNullable(remembered.get(id));
    }

    synchronized void forgetAll() {
        remembered.clear();
    }

    /** The item as it is. */
    Optional<TransactionItem> read(TransactionalId id) {
        ItemKey key = TransactionItem.key(id);
        return seen(id, items.get(key).map(item -> TransactionItem.decode(key, item)));
    }

    /** Items in the order of their ids. */
    ItemPage list(Optional<TransactionalId> after, int limit) {
        return items.query(TransactionItem.range(after, limit));
    }

    /**
     * Replaces the item, if it is as it was seen. Sent again after a reply that got lost, it takes effect once: the
     * revision tells whose change the item holds.
     *
     * @param seen what the change rests on; absent for a new item
     * @throws StoreUnavailableException where it got no answer; then it may have taken effect
     */
    Outcome replace(Optional<TransactionItem> seen, TransactionItem item) {
        TransactionItem stamped = item.stamped(
                environment.clock().instant().truncatedTo(ChronoUnit.MILLIS),
                environment.random().nextLong());
        List<Condition> conditions =
                seen.map(TransactionItem::isUnchanged).orElseGet(() -> List.of(LayoutVersion.noItem()));
        ItemKey key = TransactionItem.key(item.id());
        for (int tries = 1; ; tries++) {
            try {
                WriteOutcome outcome = items.put(key, stamped.encode(), conditions);
                return outcome instanceof WriteOutcome.Refused refused
                        ? refused(stamped, refused.current().map(current -> TransactionItem.decode(key, current)))
                        : applied(stamped);
            } catch (StoreUnavailableException e) {
                if (tries == MAX_TRIES) {
                    throw e;
                }
                environment.pause().pause(OUTAGE_PAUSE);
            }
        }
    }

    /** Deletes the item, if it is as it was seen; tells whether it was. */
    boolean delete(TransactionItem seen) {
        forget(seen.id());
        return items.delete(TransactionItem.key(seen.id()), seen.isUnchanged()) instanceof WriteOutcome.Applied;
    }

    private Outcome refused(TransactionItem stamped, Optional<TransactionItem> current) {
        seen(stamped.id(), current);
        return current.filter(stamped::equals).isPresent()
                ? new Outcome.Applied(stamped)
                : new Outcome.Refused(current);
    }

    private Outcome applied(TransactionItem stamped) {
        seen(stamped.id(), Optional.of(stamped));
        return new Outcome.Applied(stamped);
    }

    private synchronized void forget(TransactionalId id) {
        remembered.remove(id);
    }

    private synchronized Optional<TransactionItem> seen(TransactionalId id, Optional<TransactionItem> item) {
        if (item.isEmpty()) {
            remembered.remove(id);
            return item;
        }
        remembered.put(id, item.get());
        if (remembered.size() > MAX_REMEMBERED) {
            remembered.remove(remembered.keySet().iterator().next());
        }
        return item;
    }
}
