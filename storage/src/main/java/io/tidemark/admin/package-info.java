/**
 * Topics: create, delete, describe, list, and their configs.
 *
 * <p>A topic is many items and there are no transactions over items, so the order of the writes carries the meaning.
 * A create puts a purge entry for the new topic id, then a head per partition, then the topic item, <b>which is the
 * commit</b>, and removes the purge entry. A deletion puts a purge entry, marks the topic item, deletes every head, and
 * removes the topic item at last: once the name is free, nothing can be appended under the old id. Wherever a process
 * stops, the topic is there as a whole or not at all, what is left over is named by a purge entry, and the same call
 * again gets to the end.
 */
@NullMarked
package io.tidemark.admin;

import org.jspecify.annotations.NullMarked;
