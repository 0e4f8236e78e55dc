/** Runs the package that is shipped, as Lambda does. */
@NullMarked
package io.tidemark.functions.shipped;

import org.jspecify.annotations.NullMarked;
