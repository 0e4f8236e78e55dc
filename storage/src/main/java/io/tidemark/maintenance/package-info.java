/**
 * The scheduled maintenance, one class a step. Every step is bounded, may be repeated or abandoned at any point, and
 * commits by an update that is conditional on the one field that it moves, so that it commutes with appends. A step
 * that loses its commit to somebody else is skipped until the next run (invariant I8); the partitions behind it run all
 * the same.
 */
@NullMarked
package io.tidemark.maintenance;

import org.jspecify.annotations.NullMarked;
