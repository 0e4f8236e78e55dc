package io.tidemark.store;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Objects: bytes under a key, written once and never changed.
 *
 * <p>A write is atomic: an object is there whole or not at all, and once {@code putIfAbsent} or {@code close} has
 * returned it is durable and every later call sees it. Keys are as {@link ObjectKey} says, any other is an
 * {@link IllegalArgumentException}; no key goes on with {@code /} where another ends. Thread-safe.
 *
 * <p>Every method throws {@link StoreUnavailableException} where the store cannot be reached or cannot tell.
 */
public interface ObjectStore {

    /**
     * Creates the object, unless one with this key exists: of several callers at once exactly one creates it.
     *
     * @return whether this call created it; false leaves the object that is there as it is
     */
    boolean putIfAbsent(String key, Bytes content);

    /**
     * Begins an object that is written in parts, so that its size is not bound by memory. Nothing can be seen of it
     * until {@link ObjectWriter#commitIfAbsent}.
     */
    ObjectWriter write(String key);

    /**
     * A range of an object, cut at the object's end; empty bytes when the range begins at or past the end.
     *
     * @param position the first byte, from 0
     * @param length how many bytes, 1 or more
     * @return absent when there is no such object
     */
    Optional<Bytes> get(String key, long position, int length);

    /**
     * The objects whose key begins with {@code prefix}, in the order of their keys.
     *
     * @param after only keys above this one; empty for all
     * @param limit at most this many, 1 to 1,000
     */
    List<StoredObject> list(String prefix, String after, int limit);

    /** Deletes the objects that are there; a missing one is no error. Not atomic over several keys. */
    void delete(List<String> keys);
}
