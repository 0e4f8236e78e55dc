package io.tidemark.maintenance;

import io.tidemark.layout.LastRun;
import io.tidemark.store.ItemStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long ago maintenance ran before. A process knows that of its own runs; for the first one of another process the
 * time is stored, not oftener than each {@link #STORE_EVERY}, so that most ticks cost nothing for it. Thread-safe.
 */
final class RunTimes {
    /** By so much at most the first run of a process tells too long a time. */
    static final Duration STORE_EVERY = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(RunTimes.class);

    private final ItemStore items;
    private Optional<Instant> last = Optional.empty();
    private Instant nextStore = Instant.MIN;

    RunTimes(ItemStore items) {
        this.items = items;
    }

    /**
     * Notes a run.
     *
     * @return since when there was none; absent for the first run of all, and where the store cannot tell, which keeps
     *     no run from its work
     */
    synchronized Optional<Duration> begin(Instant now) {
        Optional<Instant> before = last;
        last = Optional.of(now);
        if (now.isBefore(nextStore)) {
            return before.map(time -> Duration.between(time, now));
        }
        try {
            if (before.isEmpty()) {
                before = items.get(LastRun.key()).map(LastRun::decode).map(LastRun::begunAt);
            }
            items.put(LastRun.key(), new LastRun(now).encode(), List.of());
            nextStore = now.plus(STORE_EVERY);
        } catch (RuntimeException e) {
            LOG.warn("the time of the last run cannot be read or stored", e);
        }
        return before.map(time -> Duration.between(time, now));
    }
}
