/** The durable log. */
@NullMarked
package io.tidemark;

import org.jspecify.annotations.NullMarked;
