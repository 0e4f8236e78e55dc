package io.tidemark.functions;

import static java.util.stream.Collectors.joining;

import io.tidemark.functions.http.Limits;
import io.tidemark.functions.http.Problem;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Reply;
import io.tidemark.log.Fetched;
import io.tidemark.log.Fetched.AbortedTransaction;
import io.tidemark.record.Bytes;
import io.tidemark.record.StoredBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fetched batches, verbatim, with what else a consumer needs in headers. */
final class BatchesReply {
    private BatchesReply() {}

    /**
     * As many of the batches as one answer can carry.
     *
     * @throws ProblemException 413 where it cannot carry the first one
     */
    static Reply of(Fetched fetched) {
        List<Bytes> batches = new ArrayList<>();
        long sizeBytes = 0;
        long nextOffset = fetched.nextOffset();
        for (StoredBatch batch : fetched.batches()) {
            sizeBytes += batch.sizeBytes();
            if (sizeBytes > Limits.MAX_BINARY_BYTES
                    || aborted(fetched, batch.lastOffset() + 1).size() > Limits.MAX_ABORTED_TRANSACTIONS) {
                nextOffset = batch.baseOffset();
                break;
            }
            batches.add(batch.stamped());
        }
        if (batches.isEmpty() && !fetched.batches().isEmpty()) {
            throw new ProblemException(new Problem(
                    41300,
                    "The batch at offset " + nextOffset + " is too large for one answer, or more than "
                            + Limits.MAX_ABORTED_TRANSACTIONS + " aborted transactions reach into it: read it with"
                            + " Accept: application/json."));
        }
        return Reply.binary(Bytes.concat(batches)).with(headers(fetched, nextOffset));
    }

    private static Map<String, String> headers(Fetched fetched, long nextOffset) {
        return Map.of(
                "tidemark-high-watermark", Long.toString(fetched.highWatermark()),
                "tidemark-last-stable-offset", Long.toString(fetched.lastStableOffset()),
                "tidemark-log-start-offset", Long.toString(fetched.logStartOffset()),
                "tidemark-next-offset", Long.toString(nextOffset),
                "tidemark-aborted-transactions",
                        aborted(fetched, nextOffset).stream()
                                .map(each -> each.producerId() + ":" + each.firstOffset())
                                .collect(joining(",")));
    }

    /** Those that begin below the offset. */
    private static List<AbortedTransaction> aborted(Fetched fetched, long offset) {
        return fetched.abortedTransactions().stream()
                .filter(each -> each.firstOffset() < offset)
                .toList();
    }
}
