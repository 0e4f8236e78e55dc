package io.tidemark.partition;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.Page;
import io.tidemark.layout.PlacedReference;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Moves the tail into a page, and its maximum into the time index; the head's update, last, is the commit. Every step
 * may be repeated, left undone, or done by several at once: a page that is there already is adopted, with its range.
 * Thread-safe.
 */
public final class Seal {
    private final ItemStore items;
    private final Heads heads;
    private final Executor executor;

    public Seal(ItemStore items, Executor executor) {
        this.items = items;
        this.heads = new Heads(items);
        this.executor = executor;
    }

    /**
     * Seals the whole tail that {@code seen} shows.
     *
     * @return the head afterwards; refused where somebody else sealed, or moved the log start past the sealed batches
     */
    public HeadOutcome seal(PartitionId partition, Head seen) {
        Page page = put(partition, seen);
        return heads.update(partition, commit(seen, page));
    }

    /** Puts the page and its index entry, together; of a page that was there already, its own entry. */
    private Page put(PartitionId partition, Head seen) {
        Page page = new Page(seen.offsets().sealed(), seen.tail());
        List<Supplier<Page>> puts = List.of(() -> putPage(partition, page), () -> putEntry(partition, seen, page));
        Page standing = FanOut.map(executor, puts, Supplier::get).get(0);
        return standing.equals(page) ? page : putEntry(partition, seen, standing);
    }

    private Page putPage(PartitionId partition, Page page) {
        ItemKey key = Page.key(partition, page.baseOffset());
        WriteOutcome outcome = items.put(key, page.encode(), List.of(LayoutVersion.noItem()));
        return outcome instanceof WriteOutcome.Refused refused
                ? Page.decode(key, refused.current().orElseThrow())
                : page;
    }

    private Page putEntry(PartitionId partition, Head seen, Page page) {
        entry(seen, page)
                .ifPresent(entry -> items.put(
                        IndexEntry.key(partition, seen.sealedMax().indexVersion(), entry.timestampMs()),
                        entry.encode(),
                        List.of()));
        return page;
    }

    /** The entry that a page brings: none where it raises no maximum, or no index is in use. */
    static Optional<IndexEntry> entry(Head seen, Page page) {
        long before = seen.sealedMax().maxTimestampMs();
        if (seen.sealedMax().indexVersion() == 0 || page.maxTimestampMs() <= before) {
            return Optional.empty();
        }
        return page.placed().stream()
                .filter(batch -> batch.maxTimestampMs() > before)
                .findFirst()
                .map(PlacedReference::baseOffset)
                .map(offset -> new IndexEntry(
                        page.maxTimestampMs(), offset, before, seen.sealedMax().since()));
    }

    private static Update commit(Head seen, Page page) {
        long before = seen.sealedMax().maxTimestampMs();
        return Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(Head.SEALED, Value.of(seen.offsets().sealed())))
                .when(Condition.equal(Head.MAX_TIMESTAMP, Value.of(before)))
                .removeFirst(Head.TAIL, page.references().size())
                .set(Head.SEALED, Value.of(page.lastOffset() + 1))
                .set(Head.MAX_TIMESTAMP, Value.of(Math.max(before, page.maxTimestampMs())))
                .build();
    }
}
