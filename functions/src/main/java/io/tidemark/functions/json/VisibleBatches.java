package io.tidemark.functions.json;

import io.tidemark.log.Fetched;
import io.tidemark.log.Fetched.AbortedTransaction;
import io.tidemark.log.IsolationLevel;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * Tells the batches that a consumer shows from those that it leaves out: markers, and under READ_COMMITTED what was
 * aborted. It is asked about each batch once, in offset order; not thread-safe.
 *
 * <p>Source: {@code org.apache.kafka.clients.consumer.internals.CompletedFetch}.
 */
final class VisibleBatches {
    private static final int MARKER_TYPE_POSITION = Short.BYTES;
    private static final short ABORT = 0;

    private final IsolationLevel isolation;
    private final Queue<AbortedTransaction> upcoming;
    private final Set<Long> aborting = new HashSet<>();

    VisibleBatches(IsolationLevel isolation, Fetched fetched) {
        this.isolation = isolation;
        this.upcoming = new PriorityQueue<>(Comparator.comparingLong(AbortedTransaction::firstOffset));
        upcoming.addAll(fetched.abortedTransactions());
    }

    boolean shows(StoredBatch batch) {
        if (isolation == IsolationLevel.READ_UNCOMMITTED) {
            return !batch.isControl();
        }
        for (AbortedTransaction next = upcoming.peek();
                next != null && next.firstOffset() <= batch.lastOffset();
                next = upcoming.peek()) {
            aborting.add(next.producerId());
            upcoming.remove();
        }
        if (batch.isControl()) {
            endTransaction(batch);
            return false;
        }
        boolean aborted = batch.isTransactional()
                && batch.producerId().filter(aborting::contains).isPresent();
        return !aborted;
    }

    /** An abort marker ends the aborted transaction: what the producer writes behind it counts again. */
    private void endTransaction(StoredBatch marker) {
        for (LogRecord record : marker.records()) {
            short type = record.key()
                    .map(Bytes::asByteBuffer)
                    .map(key -> key.getShort(MARKER_TYPE_POSITION))
                    .orElse(ABORT);
            if (type == ABORT) {
                marker.producerId().ifPresent(aborting::remove);
            }
        }
    }
}
