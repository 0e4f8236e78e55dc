package io.tidemark.sweep;

import io.tidemark.layout.SweepCursor;

/**
 * What one run of the sweep did.
 *
 * @param finished whether it came to the end of the bucket; otherwise the next run goes on
 * @param partitionsMarked how many partitions it read the names of, once for each pass over the bucket
 * @param objectsListed how many objects it looked at
 * @param objectsDeleted how many of them nothing named
 * @param bytesDeleted their size
 * @param dueRestored how many partitions and transactions it put back into the queue
 * @param cursor where the next run goes on
 */
public record Swept(
        boolean finished,
        long partitionsMarked,
        long objectsListed,
        long objectsDeleted,
        long bytesDeleted,
        long dueRestored,
        SweepCursor cursor) {}
