/**
 * Record batches: bytes, records, Kafka's error names, and everything that reads, checks, stamps or builds a batch.
 *
 * <p>This is the only package that sees kafka-clients: its record classes parse, compress and decompress behind the
 * names used here, so that Tidemark has no codec and no record parser of its own.
 */
@NullMarked
package io.tidemark.record;

import org.jspecify.annotations.NullMarked;
