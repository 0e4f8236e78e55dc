package io.tidemark.sweep;

/**
 * What one run of the sweep did.
 *
 * @param finished whether it came to the end of the bucket; otherwise the next run goes on
 * @param objectsListed how many objects it looked at
 * @param objectsDeleted how many of them nothing named
 * @param bytesDeleted their size
 * @param dueRestored how many partitions it put back into the queue
 */
public record Swept(boolean finished, long objectsListed, long objectsDeleted, long bytesDeleted, long dueRestored) {}
