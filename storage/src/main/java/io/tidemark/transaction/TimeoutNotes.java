package io.tidemark.transaction;

import io.tidemark.layout.DueTransaction;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that maintenance looks at a transactional id in time. An entry that stands in the queue at or before that
 * time will do: whoever handles it puts the next one. So a producer with a transaction a second puts an entry or two a
 * minute. Thread-safe.
 */
final class TimeoutNotes {
    /**
     * An entry is relied on only while it is further away than this, which is longer than a request takes: before it is
     * handled, the change that relies on it is stored.
     */
    static final Duration MIN_AHEAD = Duration.ofSeconds(30);

    /** How far the clock of maintenance may be ahead of this one. */
    private static final Duration MAX_SKEW = Duration.ofSeconds(1);

    private static final int MAX_REMEMBERED = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(TimeoutNotes.class);

    private final ItemStore items;
    private final Environment environment;
    private final Map<TransactionalId, Instant> put = new LinkedHashMap<>(16, 0.75f, true);

    TimeoutNotes(ItemStore items, Environment environment) {
        this.items = items;
        this.environment = environment;
    }

    /**
     * When this returns, an entry is in the queue that is due at the time or before.
     *
     * @throws StoreUnavailableException where it could not be put
     */
    void noteNotAfter(TransactionalId id, Instant time) {
        Instant relied = environment.clock().instant().plus(MIN_AHEAD);
        if (known(id).filter(at -> at.isAfter(relied) && !at.isAfter(time)).isEmpty()) {
            put(id, time);
        }
    }

    /**
     * To be called behind the change that relies on an entry: where that took so long that the entry may have been
     * handled before, and its successor put for what was there then, another one is tried to be put. It is later than
     * the first: whoever handles that deletes it only now, perhaps.
     */
    void noteAgainIfPassed(TransactionalId id) {
        Instant handled = environment.clock().instant().plus(MAX_SKEW);
        if (known(id).filter(at -> at.isAfter(handled)).isEmpty()) {
            tryToPut(id, handled.plusMillis(1));
        }
    }

    /** Tries to have an end that stopped halfway finished by the next run. */
    void noteNow(TransactionalId id) {
        tryToPut(id, environment.clock().instant());
    }

    /** What fails here is put back by the next daily sweep. */
    private void tryToPut(TransactionalId id, Instant time) {
        try {
            put(id, time);
        } catch (StoreUnavailableException e) {
            LOG.warn("due entry got no answer, transactionalId={}", id);
        }
    }

    private void put(TransactionalId id, Instant time) {
        DueTransaction entry = new DueTransaction(id, Instant.ofEpochMilli(time.toEpochMilli()));
        items.put(entry.key(), entry.encode(), List.of());
        remember(id, entry.at());
    }

    private synchronized Optional<Instant> known(TransactionalId id) {
        return Optional.ofNullable(put.get(id));
    }

    private synchronized void remember(TransactionalId id, Instant at) {
        put.put(id, at);
        if (put.size() > MAX_REMEMBERED) {
            put.remove(put.keySet().iterator().next());
        }
    }
}
