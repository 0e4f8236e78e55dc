/** Stores whose every call can be watched, held, lost or delayed, and runs of the whole log on top of them. */
@NullMarked
package io.tidemark.simulation;

import org.jspecify.annotations.NullMarked;
