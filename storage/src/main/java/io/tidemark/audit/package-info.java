/**
 * A read-only checker of the invariants over the table and the bucket. It reads the stored things by their layout alone,
 * not by the code that serves them, and never repairs. It may run while everything else does: what somebody moved under
 * its eyes is looked at again.
 */
@NullMarked
package io.tidemark.audit;

import org.jspecify.annotations.NullMarked;
