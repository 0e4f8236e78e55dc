/**
 * What no partition's own maintenance can see: objects that nothing names any more, items of topics that are deleted,
 * and partitions that the queue of due entries has lost.
 *
 * <p>Why the sweep deletes nothing that is needed (invariant I7): first every head's floor rises to a time F at least
 * an hour back, so that from each partition's reply on no object older than F can be committed there any more. What is
 * named by that reply, or by the items read behind it, is marked; maintenance that moves names meanwhile only moves
 * marked ones, or names objects of its own that are younger. So an object that is older than F and not marked is named
 * by nothing, and by nothing ever again. A head that is put meanwhile is that of a new topic, whose floor is younger
 * than F. Where a single read fails there is no whole set of marks, and nothing is deleted.
 */
@NullMarked
package io.tidemark.sweep;

import org.jspecify.annotations.NullMarked;
