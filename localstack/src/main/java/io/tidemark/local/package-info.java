/**
 * The local environment: a plain HTTP server over the functions and the embedded store.
 *
 * <p>{@code LocalServer} stands where API Gateway and Lambda stand in a deployment. {@code http} listens and lets a
 * request in within the limits; {@code lambda} makes it the event that API Gateway would send, calls the function that
 * the shared routes name, and makes its response an answer. Nothing here knows a rule of the log, and nothing in a
 * function knows that it runs here.
 */
@NullMarked
package io.tidemark.local;

import org.jspecify.annotations.NullMarked;
