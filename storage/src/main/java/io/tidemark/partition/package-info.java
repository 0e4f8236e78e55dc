/**
 * One partition's stored things as every operation reaches them: the topic, the head, and by the reading rule the
 * batches that one head names.
 *
 * <p>The reading rule: a plan is cut from one head, read first; what it names must be there without a gap. A gap, or
 * an object that is gone, means that maintenance has moved things since: then the head is read again.
 */
@NullMarked
package io.tidemark.partition;

import org.jspecify.annotations.NullMarked;
