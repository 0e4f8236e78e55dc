package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.topic.PartitionId;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers questions on one partition from a plan that is cut from one head. Thread-safe. */
public final class ReadingRule {
    /** So often a plan may turn out stale before the answer is an outage. */
    public static final int MAX_PLANS = 12;

    private static final Logger LOG = LoggerFactory.getLogger(ReadingRule.class);

    private final ItemStore items;
    private final SpanLoader loader;
    private final Heads heads;

    public ReadingRule(ItemStore items, ObjectStore objects, Executor executor) {
        this.items = items;
        this.loader = new SpanLoader(objects, executor);
        this.heads = new Heads(items);
    }

    /**
     * Asks until a plan holds. The question may be asked several times, so it must have no effects.
     *
     * @return absent where the partition has no head
     * @throws StoreUnavailableException where {@link #MAX_PLANS} plans in a row were stale: something is missing
     */
    public <T> Optional<T> ask(PartitionId partition, Function<PartitionView, T> question) {
        String reason = "";
        for (int plan = 1; plan <= MAX_PLANS; plan++) {
            Optional<Head> head = heads.read(partition);
            if (head.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(question.apply(new PartitionView(partition, head.get(), items, loader)));
            } catch (StalePlanException e) {
                reason = String.valueOf(e.getMessage());
                LOG.debug("stale plan, partition={} plan={} reason={}", partition, plan, reason);
            }
        }
        throw new StoreUnavailableException(Effect.NONE, "partition " + partition + " could not be read: " + reason);
    }
}
