/** The pure rules of producer epochs and sequence numbers (KIP-98, KIP-360). No I/O. */
@NullMarked
package io.tidemark.producer;

import org.jspecify.annotations.NullMarked;
