/**
 * A real Kafka broker, in the same JVM, as the judge of Tidemark's answers.
 *
 * <p>{@link io.tidemark.oracle.KafkaBroker} is the broker, {@link io.tidemark.oracle.KafkaWire} asks it over a socket
 * with Kafka's own messages, so that nothing of a client library stands between a test and the answer.
 */
@NullMarked
package io.tidemark.oracle;

import org.jspecify.annotations.NullMarked;
