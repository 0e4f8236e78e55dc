/**
 * Log compaction: of each key the newest record stays.
 *
 * <p>A pass reads the keys of the dirty range into a bounded map, then goes over the segments in offset order and writes
 * those anew in which something is to go. Each is exchanged on its revision, and the first refusal ends the pass: a
 * tombstone must not go before what it hides. At the end {@code cleaned} moves, so what is below it was mapped by a pass
 * that came to its end. A run that has no time for all of it notes how far it came, and the next one goes on from there.
 *
 * <p>Source of the rules: {@code org.apache.kafka.storage.internals.log.Cleaner}, KIP-58, KIP-354, KIP-534.
 */
@NullMarked
package io.tidemark.compaction;

import org.jspecify.annotations.NullMarked;
