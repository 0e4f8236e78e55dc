/**
 * Requests, answers and errors: everything about HTTP and API Gateway's events that is not a body's content.
 *
 * <p>A request that cannot be answered is a {@link io.tidemark.functions.http.ProblemException}; one class turns it,
 * and whatever else a handler may throw, into an answer. What Kafka's errors mean in HTTP is decided in
 * {@link io.tidemark.functions.http.KafkaErrors} and nowhere else.
 */
@NullMarked
package io.tidemark.functions.http;

import org.jspecify.annotations.NullMarked;
