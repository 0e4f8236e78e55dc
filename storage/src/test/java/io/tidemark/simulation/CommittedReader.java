package io.tidemark.simulation;

import io.tidemark.log.Fetched;
import io.tidemark.log.Fetched.AbortedTransaction;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.record.TransactionResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * Shows of a fetch what a consumer under READ_COMMITTED shows.
 *
 * <p>Source: {@code org.apache.kafka.clients.consumer.internals.CompletedFetch}.
 */
public final class CommittedReader {
    private CommittedReader() {}

    public static List<LogRecord> shown(Fetched fetched, long fromOffset) {
        Queue<AbortedTransaction> upcoming =
                new PriorityQueue<>(Comparator.comparingLong(AbortedTransaction::firstOffset));
        upcoming.addAll(fetched.abortedTransactions());
        Set<Long> aborting = new HashSet<>();
        List<LogRecord> shown = new ArrayList<>();
        for (StoredBatch batch : fetched.batches()) {
            while (!upcoming.isEmpty() && upcoming.element().firstOffset() <= batch.lastOffset()) {
                aborting.add(upcoming.remove().producerId());
            }
            if (batch.transactionResult()
                    .filter(TransactionResult.ABORT::equals)
                    .isPresent()) {
                aborting.remove(batch.producerId().orElseThrow());
            }
            boolean aborted = batch.isTransactional()
                    && aborting.contains(batch.producerId().orElseThrow());
            if (!batch.isControl() && !aborted) {
                batch.records().stream()
                        .filter(found -> found.offset() >= fromOffset)
                        .forEach(shown::add);
            }
        }
        return shown;
    }
}
