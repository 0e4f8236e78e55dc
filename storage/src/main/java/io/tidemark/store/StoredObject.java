package io.tidemark.store;

/**
 * An object as a listing shows it.
 *
 * @param sizeBytes its length
 */
public record StoredObject(String key, long sizeBytes) {}
