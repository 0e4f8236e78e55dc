package io.tidemark.layout;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.Path;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the coordinator knows of a transactional id: {@code X}, the id. Each change replaces the whole item, if its
 * revision is the one that was read.
 *
 * @param next the producer id and epoch to use: of the open transaction where one is, else of the next
 * @param timeout how long a transaction may stay open, to the millisecond
 * @param changedAt when the item was last changed, to the millisecond
 * @param revision drawn at random for each change: whoever finds his own knows that he was not overtaken
 */
public record TransactionItem(
        TransactionalId id,
        ProducerEpoch next,
        Duration timeout,
        TransactionState state,
        Instant changedAt,
        long revision) {
    private static final String PARTITION_KEY = "X";
    private static final String LOWEST_SORT_KEY = "\u0000";
    private static final String HIGHEST_SORT_KEY = "\uDBFF\uDFFF".repeat(TransactionalId.MAX_SIZE_BYTES / 4);
    private static final Path REVISION = Path.of("rev");
    private static final String PRODUCER = "pid";
    private static final String EPOCH = "epoch";
    private static final String TIMEOUT = "timeout";
    private static final String CHANGED = "changed";

    /** The same id in another state and epoch; who stores it gives it its time and revision. */
    public TransactionItem with(ProducerEpoch epoch, TransactionState newState) {
        return new TransactionItem(id, epoch, timeout, newState, changedAt, revision);
    }

    public TransactionItem stamped(Instant time, long newRevision) {
        return new TransactionItem(id, next, timeout, state, time, newRevision);
    }

    /** When the open transaction is to be aborted; absent where none is open. */
    public Optional<Instant> deadline() {
        return state instanceof TransactionState.Ongoing ongoing
                ? Optional.of(ongoing.startedAt().plus(timeout))
                : Optional.empty();
    }

    public static ItemKey key(TransactionalId id) {
        return new ItemKey(PARTITION_KEY, id.value());
    }

    /**
     * Transactional ids in the order of their names.
     *
     * @param after only those behind this one
     */
    public static ItemRange range(Optional<TransactionalId> after, int limit) {
        ItemRange all = ItemRange.ascending(PARTITION_KEY, LOWEST_SORT_KEY, HIGHEST_SORT_KEY, limit);
        return after.map(id -> all.continuedAfter(id.value())).orElse(all);
    }

    /** Hold while nobody has changed the item. */
    public List<Condition> isUnchanged() {
        return List.of(LayoutVersion.isCurrent(), Condition.equal(REVISION, Value.of(revision)));
    }

    public Item encode() {
        Map<String, Value> attributes = new HashMap<>(TransactionStates.encode(state));
        attributes.put(LayoutVersion.ATTRIBUTE, LayoutVersion.value());
        attributes.put(PRODUCER, Value.of(next.producerId()));
        attributes.put(EPOCH, Value.of(next.epoch()));
        attributes.put(TIMEOUT, Value.of(timeout.toMillis()));
        attributes.put(CHANGED, Value.of(changedAt.toEpochMilli()));
        attributes.put(REVISION.attribute(), Value.of(revision));
        return new Item(attributes);
    }

    public static TransactionItem decode(ItemKey key, Item item) {
        Attributes attributes = LayoutVersion.read("transactional id " + key.sort(), item);
        return new TransactionItem(
                new TransactionalId(key.sort()),
                epoch(attributes),
                Duration.ofMillis(attributes.number(TIMEOUT)),
                TransactionStates.decode(attributes),
                Instant.ofEpochMilli(attributes.number(CHANGED)),
                attributes.number(REVISION.attribute()));
    }

    private static ProducerEpoch epoch(Attributes attributes) {
        long epoch = attributes.number(EPOCH);
        if (epoch < 0 || epoch > Short.MAX_VALUE || attributes.number(PRODUCER) < 0) {
            throw attributes.damaged(EPOCH, "an epoch of a producer");
        }
        return new ProducerEpoch(attributes.number(PRODUCER), (short) epoch);
    }
}
