/** Lambda handlers: decode, one call, encode. */
@NullMarked
package io.tidemark.functions;

import org.jspecify.annotations.NullMarked;
