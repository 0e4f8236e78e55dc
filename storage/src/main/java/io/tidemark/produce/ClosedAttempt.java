package io.tidemark.produce;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settles an append of a plain batch whose reply got lost: first closes the door, so that this attempt cannot apply
 * any more, however late its request lands; then looks whether it did. Thread-safe.
 */
final class ClosedAttempt {
    private static final int MAX_TRIES = 4;
    private static final int PAGES_PER_QUERY = 64;

    /** A process that saw nothing of the partition before looks so far back, and no further. */
    private static final int MAX_QUERIES = 32;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    private final Heads heads;
    private final ItemStore items;
    private final Environment environment;

    ClosedAttempt(ItemStore items, Environment environment) {
        this.heads = new Heads(items);
        this.items = items;
        this.environment = environment;
    }

    /** What became of the attempt. */
    sealed interface Fate {

        record AppliedAt(long baseOffset, Head head) implements Fate {}

        /** It did not apply, and never will. */
        record Never(Head head) implements Fate {}

        /** What could tell was moved away meanwhile, or is too much to search, or the store does not answer. */
        record CannotTell() implements Fate {}

        record HeadGone() implements Fate {}
    }

    /**
     * Closes the attempt and finds out whether it applied.
     *
     * @param notBelow the attempt was sent after a head with this high watermark was seen, so its offset is not below;
     *     0 where none was seen
     */
    Fate settle(PartitionId partition, BatchReference reference, long notBelow) {
        Optional<HeadOutcome> closed = close(partition, reference);
        if (closed.isEmpty()) {
            return new Fate.CannotTell();
        }
        if (!(closed.get() instanceof HeadOutcome.Applied applied)) {
            return new Fate.HeadGone();
        }
        Head head = applied.head();
        Optional<Fate> inTail = find(head.placedTail(), reference, head);
        if (inTail.isPresent()) {
            return inTail.get();
        }
        try {
            return searchPages(partition, reference, head, notBelow);
        } catch (StoreUnavailableException e) {
            return new Fate.CannotTell();
        }
    }

    /** Closing twice does no harm, so a lost reply here is answered by asking again. */
    private Optional<HeadOutcome> close(PartitionId partition, BatchReference reference) {
        Update door = Update.builder()
                .when(LayoutVersion.isCurrent())
                .set(Head.closedAttempt(reference), Value.of(environment.clock().millis()))
                .build();
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            try {
                return Optional.of(heads.update(partition, door));
            } catch (StoreUnavailableException e) {
                environment.pause().pause(BETWEEN_TRIES.multipliedBy(1L << tries));
            }
        }
        return Optional.empty();
    }

    private Fate searchPages(PartitionId partition, BatchReference reference, Head head, long notBelow) {
        long searchedTo = head.offsets().sealed();
        for (int query = 0; query < MAX_QUERIES && searchedTo > notBelow; query++) {
            List<ItemPage.Entry> found = items.query(Page.below(partition, searchedTo, PAGES_PER_QUERY))
                    .entries();
            if (found.isEmpty()) {
                return new Fate.CannotTell();
            }
            for (int i = 0; i < found.size() && searchedTo > notBelow; i++) {
                Page page = Page.decode(found.get(i).key(), found.get(i).item());
                if (page.lastOffset() + 1 != searchedTo) {
                    return new Fate.CannotTell();
                }
                Optional<Fate> here = find(page.placed(), reference, head);
                if (here.isPresent()) {
                    return here.get();
                }
                searchedTo = page.baseOffset();
            }
        }
        return searchedTo <= notBelow ? new Fate.Never(head) : new Fate.CannotTell();
    }

    private static Optional<Fate> find(List<PlacedReference> batches, BatchReference reference, Head head) {
        return batches.stream()
                .filter(placed -> placed.reference().equals(reference))
                .findFirst()
                .map(placed -> new Fate.AppliedAt(placed.baseOffset(), head));
    }
}
