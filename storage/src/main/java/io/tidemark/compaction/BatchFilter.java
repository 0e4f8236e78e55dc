package io.tidemark.compaction;

import io.tidemark.record.CompactedBatch;
import io.tidemark.record.RecordRetention;
import io.tidemark.record.StoredBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one pass leaves of each batch, asked in offset order from the first segment on. Used by one thread.
 *
 * <p>Source: {@code Cleaner.cleanInto}. A batch without records is left out, where Kafka keeps some for their headers.
 */
final class BatchFilter {
    private final KeyOffsets keys;
    private final long mappedTo;
    private final TransactionTrace transactions;
    private final Instant now;
    private final long horizonMs;
    private final Set<Long> keptMarkers = new HashSet<>();

    /** @param deleteRetention how long a tombstone or a marker stays that this pass is the first to find idle */
    BatchFilter(KeyMap map, TransactionTrace transactions, Instant now, Duration deleteRetention) {
        this.keys = map.keys();
        this.mappedTo = map.mappedTo();
        this.transactions = transactions;
        this.now = now;
        this.horizonMs = horizon(now, deleteRetention);
    }

    private static long horizon(Instant now, Duration deleteRetention) {
        try {
            return Math.addExact(now.toEpochMilli(), deleteRetention.toMillis());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    /** The same object where nothing changes, absent where nothing stays. */
    Optional<StoredBatch> apply(StoredBatch batch) {
        if (batch.isControl()) {
            Optional<StoredBatch> marker = marker(batch);
            marker.ifPresent(kept -> keptMarkers.add(kept.baseOffset()));
            return marker;
        }
        transactions.passData(batch);
        return transactions.isAborted(batch)
                ? Optional.empty()
                : CompactedBatch.of(batch, CompactionRules.of(keys, mappedTo, batch, now), horizonMs);
    }

    private Optional<StoredBatch> marker(StoredBatch marker) {
        if (!transactions.passMarker(marker) || marker.lastOffset() >= mappedTo) {
            return Optional.of(marker);
        }
        boolean isOver = marker.deleteHorizonMs()
                .filter(horizon -> horizon <= now.toEpochMilli())
                .isPresent();
        return isOver
                ? Optional.empty()
                : CompactedBatch.of(marker, (offset, key, hasValue) -> RecordRetention.KEEP_UNTIL_HORIZON, horizonMs);
    }

    /** Whether a marker at this offset was passed and stays. */
    boolean hasKept(long markerOffset) {
        return keptMarkers.contains(markerOffset);
    }
}
