package io.tidemark.produce;

import io.tidemark.layout.Head;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.topic.PartitionId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Seals inside a produce. The append is committed already, so a seal that fails is left to the next one. */
final class SealInTurn {
    /** The producer whose append made the tail so long seals it. */
    static final int TAIL_LENGTH = 16;

    /**
     * Should it have died, the one that made the tail longer by this many helps. Sooner, and with many producers at
     * once most help would meet a seal that is still under way, and pay for writes that are refused.
     */
    private static final int HELP_EVERY = 16;

    private static final Logger LOG = LoggerFactory.getLogger(SealInTurn.class);

    private final Seal seal;

    SealInTurn(Seal seal) {
        this.seal = seal;
    }

    /** Seals if it is the turn of the append that made this head; the head afterwards, if it did. */
    Optional<Head> afterAppend(PartitionId partition, Head head) {
        int length = head.tail().size();
        return length >= TAIL_LENGTH && length % HELP_EVERY == 0 ? now(partition, head) : Optional.empty();
    }

    Optional<Head> now(PartitionId partition, Head head) {
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
