/**
 * A plain HTTP server. Everything is bounded: connections that wait, threads, bodies in memory ({@code Permits}) and
 * calls at work ({@code Turns}). A call that pauses, as a fetch that waits for records does, gives its turn back
 * meanwhile, so that waiting requests never keep others from being served.
 */
@NullMarked
package io.tidemark.local.http;

import org.jspecify.annotations.NullMarked;
