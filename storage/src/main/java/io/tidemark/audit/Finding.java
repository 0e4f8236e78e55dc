package io.tidemark.audit;

/**
 * Something that is not as it must be.
 *
 * @param where a topic's partition, and in it an offset or an item; or a key
 * @param detail what was found
 */
public record Finding(Rule rule, String where, String detail) {}
