package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.maintenance.Units.Part;
import io.tidemark.maintenance.Units.Unit;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The next version of a partition's time index while it is built. It speaks of the log from the log start on, as that
 * was when the build began. A build that was broken off has left entries, all of them true: the next one goes on where
 * the highest points to, unless the log start has passed that. Used by one thread.
 */
final class NextIndex {
    private final ItemStore items;
    private final PartitionId partition;
    private final long replaced;
    private final long version;
    private final long since;
    private long builtTo;
    private long maxTimestampMs;
    private long parts;

    NextIndex(ItemStore items, PartitionId partition, Head head) {
        this.items = items;
        this.partition = partition;
        this.replaced = head.sealedMax().indexVersion();
        this.version = replaced + 1;
        Optional<IndexEntry> standing = standing(head);
        this.since = standing.map(IndexEntry::since).orElse(head.offsets().low());
        this.builtTo = standing.map(IndexEntry::offset).orElse(since);
        this.maxTimestampMs = standing.map(IndexEntry::timestampMs).orElse(Units.NO_TIMESTAMP);
    }

    /**
     * The highest entry that an earlier build has put; nothing up to the end of its unit is above it. One that points
     * above the log start was put since the log start last passed everything, so it speaks of what the head speaks of.
     */
    private Optional<IndexEntry> standing(Head head) {
        ItemWalk down = new ItemWalk(items, IndexEntry.atOrBelow(partition, version, Long.MAX_VALUE, 1));
        if (!down.hasNext()) {
            return Optional.empty();
        }
        ItemPage.Entry highest = down.next();
        return Optional.of(IndexEntry.decode(highest.key(), highest.item()))
                .filter(entry -> entry.offset() > head.offsets().low()
                        && entry.offset() < head.offsets().sealed());
    }

    /** How many batches and blocks were looked at. */
    long parts() {
        return parts;
    }

    /**
     * Puts the entries of what this head has sealed and the build has not seen.
     *
     * @param isOver whether the time of the run is over
     * @return whether it came to the end before that
     */
    boolean extendTo(Head head, BooleanSupplier isOver) {
        Units units = new Units(items, partition, head, builtTo);
        while (builtTo < head.offsets().sealed() && units.hasNext()) {
            if (isOver.getAsBoolean()) {
                return false;
            }
            Unit unit = units.next();
            if (unit.maxTimestampMs() > maxTimestampMs) {
                put(unit);
            }
            parts += unit.parts().size();
            builtTo = unit.lastOffset() + 1;
        }
        return true;
    }

    private void put(Unit unit) {
        long before = maxTimestampMs;
        long offset = unit.parts().stream()
                .filter(part -> part.maxTimestampMs() > before)
                .mapToLong(Part::baseOffset)
                .findFirst()
                .orElseThrow();
        IndexEntry entry = new IndexEntry(unit.maxTimestampMs(), offset, before, since);
        items.put(IndexEntry.key(partition, version, entry.timestampMs()), entry.encode(), List.of());
        maxTimestampMs = unit.maxTimestampMs();
    }

    /** Takes the new version into use, if nothing was sealed since this head and nobody else has rebuilt. */
    Update switchOver(Head head) {
        return Update.builder()
                .when(LayoutVersion.isCurrent())
                .when(Condition.equal(Head.SEALED, Value.of(builtTo(head))))
                .when(Condition.equal(Head.INDEX, Value.of(replaced)))
                .when(Condition.equal(
                        Head.MAX_TIMESTAMP, Value.of(head.sealedMax().maxTimestampMs())))
                .when(Condition.equal(Head.SINCE, Value.of(head.sealedMax().since())))
                .set(Head.INDEX, Value.of(version))
                .set(Head.MAX_TIMESTAMP, Value.of(maxTimestampMs))
                .set(Head.SINCE, Value.of(since))
                .build();
    }

    /** Where the build has got to, which is not where the head's tail begins if items are missing. */
    private long builtTo(Head head) {
        return since >= head.offsets().sealed() ? head.offsets().sealed() : builtTo;
    }

    /** The version that is built. */
    long version() {
        return version;
    }

    /** Whether the build can go on with this head: its index is the one to be replaced, and it was not reset. */
    boolean goesOnWith(Head head) {
        return head.sealedMax().indexVersion() == replaced
                && head.sealedMax().since() <= since
                && head.offsets().sealed() >= builtTo;
    }
}
