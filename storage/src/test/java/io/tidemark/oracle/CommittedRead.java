package io.tidemark.oracle;

import io.tidemark.oracle.ComparedLog.Read;
import java.util.List;

/** What a fetch under READ_COMMITTED answered: the batches, and which transactions among them were aborted. */
record CommittedRead(Read read, List<Aborted> aborted) {
    /** An aborted transaction. */
    record Aborted(long producerId, long firstOffset) {}
}
