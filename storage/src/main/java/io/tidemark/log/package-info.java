/**
 * The log's operations, one class each: append, seal,
 * list offsets, fetch and delete records.
 *
 * <p>An append puts one object for the whole request, then adds to each partition's head with one conditional update,
 * which is the commit. Readers cut a plan from one head and read on from there. What an update means, whether it can
 * be refused and what follows is decided by pure functions; the operations only carry them out.
 */
@NullMarked
package io.tidemark.log;

import org.jspecify.annotations.NullMarked;
