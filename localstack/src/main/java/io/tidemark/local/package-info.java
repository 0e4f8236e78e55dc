/**
 * The local environment: a plain HTTP server over the functions and the embedded store.
 *
 * <p>{@code LocalServer} stands where API Gateway and Lambda stand in a deployment: {@code HttpFront} listens,
 * {@code Requests} lets a request in within the limits, {@code Gateway} makes it the event that API Gateway would send,
 * calls the function that the shared routes name, and makes its response an answer. Nothing here knows a rule of the log,
 * and nothing in a function knows that it runs here.
 *
 * <p>Everything is bounded: connections that wait, threads, bodies in memory ({@code Permits}) and calls at work
 * ({@code Turns}). A call that pauses, as a fetch that waits for records does, gives its turn back meanwhile, so that
 * waiting requests never keep others from being served.
 */
@NullMarked
package io.tidemark.local;

import org.jspecify.annotations.NullMarked;
