package io.tidemark.store;

import io.tidemark.record.Bytes;

/**
 * An object being written in parts. Used by one thread. Closed without a commit it leaves nothing that can be seen.
 */
public interface ObjectWriter extends AutoCloseable {

    /** Adds bytes at the end; the writer may hold back up to one part of them in memory. */
    void append(Bytes part);

    /**
     * Makes the object visible and durable, unless one with its key exists.
     *
     * @return whether this call created it
     */
    boolean commitIfAbsent();

    @Override
    void close();
}
