/**
 * The two ports that everything durable goes through, with their values and outcomes: objects (bytes, written once)
 * and items (small maps, changed by one conditional update at a time).
 *
 * <p>A port's documentation says what is atomic and what a missing thing does; how is the adapter's affair. Every
 * method costs every adapter, so there are few. The contract tests define both ports: whatever passes them is an
 * adapter. Metering and fault injection are adapters around adapters.
 *
 * <p>There are no transactions over several items: each commit is one conditional update of one item (invariant I3).
 */
@NullMarked
package io.tidemark.store;

import org.jspecify.annotations.NullMarked;
