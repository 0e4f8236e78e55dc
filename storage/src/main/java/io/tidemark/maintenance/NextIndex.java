package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.IndexEntry;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.maintenance.Units.Part;
import io.tidemark.maintenance.Units.Unit;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import java.util.List;

/**
 * The next version of a partition's time index while it is built. It speaks of the log from the log start on, as that
 * was when the build began. Used by one thread.
 */
final class NextIndex {
    private final ItemStore items;
    private final PartitionId partition;
    private final long replaced;
    private final long version;
    private final long since;
    private long builtTo;
    private long maxTimestampMs = Units.NO_TIMESTAMP;
    private long parts;

    NextIndex(ItemStore items, PartitionId partition, Head head) {
        this.items = items;
        this.partition = partition;
        this.replaced = head.sealedMax().indexVersion();
        this.version = replaced + 1;
        this.since = head.offsets().low();
        this.builtTo = since;
    }

    /** How many batches and blocks were looked at. */
    long parts() {
        return parts;
    }

    /** Puts the entries of what this head has sealed and the build has not seen. */
    void extendTo(Head head) {
        Units units = new Units(items, partition, head, builtTo);
        while (builtTo < head.offsets().sealed() && units.hasNext()) {
            Unit unit = units.next();
            if (unit.maxTimestampMs() > maxTimestampMs) {
                put(unit);
            }
            parts += unit.parts().size();
            builtTo = unit.lastOffset() + 1;
        }
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

    /** Whether the build can go on with this head: its index is the one to be replaced, and it was not reset. */
    boolean goesOnWith(Head head) {
        return head.sealedMax().indexVersion() == replaced
                && head.sealedMax().since() <= since
                && head.offsets().sealed() >= builtTo;
    }
}
