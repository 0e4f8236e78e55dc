/**
 * Runs of the whole log in which a seed decides everything: which process goes on at each store call, and which call
 * is lost, comes late, or is the last one of its process. A model watches every step.
 */
@NullMarked
package io.tidemark.simulation.run;

import org.jspecify.annotations.NullMarked;
