package io.tidemark.compaction;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.record.StoredBatch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Follows the transactions while the log is gone over in offset order: what was aborted, and which markers stand behind
 * no batch of theirs any more. Used by one thread.
 *
 * <p>Source: {@code CleanedTransactionMetadata}.
 */
final class TransactionTrace {
    /** Of each producer, the marker's offset by the first offset. */
    private final Map<Long, NavigableMap<Long, Long>> aborted = new HashMap<>();

    /** Producers with a batch that was passed and a marker that was not. */
    private final Set<Long> withData;

    /** @param withData the producers that have a batch before what is gone over, and a marker in it or behind it */
    TransactionTrace(List<AbortedTransaction> known, Set<Long> withData) {
        this.withData = new HashSet<>(withData);
        known.forEach(each -> aborted.computeIfAbsent(each.producerId(), id -> new TreeMap<>())
                .put(each.firstOffset(), each.markerOffset()));
    }

    /** Whether the batch was aborted: then none of its records counts. */
    boolean isAborted(StoredBatch batch) {
        return batch.isTransactional()
                && batch.producerId()
                        .flatMap(producer -> Optional.ofNullable(aborted.get(producer)))
                        .flatMap(ranges -> Optional.ofNullable(ranges.floorEntry(batch.baseOffset())))
                        .filter(range -> range.getValue() >= batch.baseOffset())
                        .isPresent();
    }

    /** Notes a batch of records, whether it stays or not. */
    void passData(StoredBatch batch) {
        if (batch.isTransactional()) {
            batch.producerId().ifPresent(withData::add);
        }
    }

    /** Notes a marker; whether no batch of its transaction was passed, so that it is not needed any more. */
    boolean passMarker(StoredBatch marker) {
        return !marker.producerId().map(withData::remove).orElse(false);
    }

    /** The producers with a batch that was passed and a marker that was not. */
    Set<Long> withData() {
        return Set.copyOf(withData);
    }
}
