/**
 * Runs in which several producers write transactions to several partitions through processes that lose calls and die,
 * while maintenance ends, merges and removes. A model of the log watches every step, and holds a committed reader
 * against it.
 */
@NullMarked
package io.tidemark.simulation.transactions;

import org.jspecify.annotations.NullMarked;
