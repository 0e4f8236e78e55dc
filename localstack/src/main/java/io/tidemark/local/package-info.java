/** The local environment: a plain HTTP server over the functions and the embedded store. */
@NullMarked
package io.tidemark.local;

import org.jspecify.annotations.NullMarked;
