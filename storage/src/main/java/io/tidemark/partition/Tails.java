package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What whoever appends to tails shares and owes: the last heads seen, the seal in turn, and the note to maintenance. The
 * append is committed already, so a seal that fails is left to the next one. Thread-safe.
 */
public final class Tails {
    /** The one whose append made the tail so long seals it. */
    static final int SEALED_LENGTH = 16;

    /**
     * Should it have died, the one that made the tail longer by this many helps. Sooner, and with many producers at
     * once most help would meet a seal that is still under way, and pay for writes that are refused.
     */
    private static final int HELP_EVERY = 16;

    private static final Logger LOG = LoggerFactory.getLogger(Tails.class);

    private final ItemStore items;
    private final Seal seal;
    private final DueNotes dueNotes;
    private final SeenHeads seenHeads = new SeenHeads();

    public Tails(ItemStore items, Environment environment) {
        this.items = items;
        this.seal = new Seal(items, environment.executor());
        this.dueNotes = new DueNotes(items, environment);
    }

    /** Where the tails are. */
    public ItemStore items() {
        return items;
    }

    /** The partition's head in the last reply here; it may be old. */
    public Optional<Head> lastSeen(PartitionId partition) {
        return seenHeads.get(partition);
    }

    /** Keeps a reply's head; absent where there was none. */
    public void see(PartitionId partition, Optional<Head> head) {
        head.ifPresentOrElse(seen -> seenHeads.put(partition, seen), () -> seenHeads.forget(partition));
    }

    /** The longest tail among the heads seen since the last call of this, in batches. */
    public int takeLongestTail() {
        return seenHeads.takeLongestTail();
    }

    /**
     * To be called with the head that an append made.
     *
     * @return the head afterwards, if it was this append's turn to seal and it did
     */
    public Optional<Head> appended(TopicName topic, PartitionId partition, Head head) {
        int length = head.tail().size();
        if (length == 1) {
            dueNotes.note(topic, partition);
        }
        return length >= SEALED_LENGTH && length % HELP_EVERY == 0 ? seal(partition, head) : Optional.empty();
    }

    /**
     * To be called before the log start is moved: what lies below it then is to be removed, though nothing may be
     * appended here any more.
     */
    public void beforeLogStartMoves(TopicName topic, PartitionId partition) {
        dueNotes.note(topic, partition);
    }

    /** Seals the tail that this head shows; the head afterwards, if nobody was quicker. */
    public Optional<Head> seal(PartitionId partition, Head head) {
        try {
            return seal.seal(partition, head) instanceof HeadOutcome.Applied applied
                    ? Optional.of(applied.head())
                    : Optional.empty();
        } catch (StoreUnavailableException e) {
            LOG.warn("seal got no answer, partition={} effect={}", partition, e.effect());
            return Optional.empty();
        } catch (RuntimeException e) {
            // Whatever it is: the append stands, and its answer must say so.
            LOG.error("seal failed, partition={}", partition, e);
            return Optional.empty();
        }
    }
}
