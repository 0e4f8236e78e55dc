/**
 * Produce: one object for the whole request, then one head update a partition, which is the commit.
 *
 * <p>An append adds to the head, so appends commute and none is refused because of another (invariant I10). What an
 * update asks and what a refusal means is decided in {@link io.tidemark.produce.AppendPlan}, without I/O; an outcome
 * that got lost is settled by {@link io.tidemark.produce.ClosedAttempt}. What a transaction writes is enlisted by its
 * coordinator before a head shows it.
 */
@NullMarked
package io.tidemark.produce;

import org.jspecify.annotations.NullMarked;
