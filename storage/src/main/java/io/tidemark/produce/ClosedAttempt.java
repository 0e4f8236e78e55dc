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
import io.tidemark.store.ItemRange;
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
    private static final int PAGES_PER_QUERY = 16;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    /** Pages whose newest object is older than the own one by this much cannot name it. */
    private static final Duration OLDER = Duration.ofSeconds(60);

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

        /** What could tell was moved away meanwhile, or the store does not answer. */
        record CannotTell() implements Fate {}

        record HeadGone() implements Fate {}
    }

    Fate settle(PartitionId partition, BatchReference reference) {
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
            return searchPages(partition, reference, head);
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

    private Fate searchPages(PartitionId partition, BatchReference reference, Head head) {
        long expectedEnd = head.offsets().sealed();
        long tooOldMs = reference.object().timeMs() - OLDER.toMillis();
        Optional<ItemRange> range =
                expectedEnd == 0 ? Optional.empty() : Optional.of(Page.below(partition, expectedEnd, PAGES_PER_QUERY));
        while (range.isPresent()) {
            ItemPage found = items.query(range.get());
            for (ItemPage.Entry entry : found.entries()) {
                Page page = Page.decode(entry.key(), entry.item());
                if (page.lastOffset() + 1 != expectedEnd) {
                    return new Fate.CannotTell();
                }
                Optional<Fate> here = find(page.placed(), reference, head);
                if (here.isPresent()) {
                    return here.get();
                }
                if (page.newestObjectMs() < tooOldMs) {
                    return new Fate.Never(head);
                }
                expectedEnd = page.baseOffset();
            }
            range = found.next();
        }
        return expectedEnd == 0 ? new Fate.Never(head) : new Fate.CannotTell();
    }

    private static Optional<Fate> find(List<PlacedReference> batches, BatchReference reference, Head head) {
        return batches.stream()
                .filter(placed -> placed.reference().equals(reference))
                .findFirst()
                .map(placed -> new Fate.AppliedAt(placed.baseOffset(), head));
    }
}
