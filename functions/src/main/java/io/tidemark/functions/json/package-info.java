/** Reads and writes bodies. A body is read whole and strictly before anything is done with it. */
@NullMarked
package io.tidemark.functions.json;

import org.jspecify.annotations.NullMarked;
