/**
 * Transactions over partitions (KIP-98, KIP-890 transaction version 2).
 *
 * <p>The coordinator's item, one a transactional id, holds which transaction is open, in which partitions, and how it
 * ends; each of its changes is conditional on the item as it was read. A partition is recorded there before its head
 * shows the transaction open, so nothing is open anywhere that the coordinator does not know. The decision is durable
 * before the first marker, and the markers may be written by anybody, any number of times.
 */
@NullMarked
package io.tidemark.transaction;

import org.jspecify.annotations.NullMarked;
