/**
 * A real Kafka broker, in the same JVM, as the judge of Tidemark's answers.
 *
 * <p>{@link io.tidemark.oracle.KafkaBroker} is the broker, {@link io.tidemark.oracle.KafkaWire} asks it over a socket
 * with Kafka's own messages, so that nothing of a client library stands between a test and the answer.
 *
 * <p>{@code D} numbers in test names are those of a list of cases D01 to D93 that a broker of version 4.3.1 was asked
 * first. Where the two answers differ on purpose, a test's name ends with the number of the decision record and the
 * test holds both answers. Cases without a test here, and why:
 *
 * <ul>
 *   <li>D04, D05, D45, D57 with version 7: older request versions. Tidemark's API has one version, the newest meaning.
 *   <li>D09: isolation levels other than 0 and 1. {@link io.tidemark.log.IsolationLevel} has two values; the HTTP edge
 *       refuses others.
 *   <li>D29, D30, D79, D78 with a last fetched epoch: a change of leaders, a truncated log. There is one leader epoch
 *       (decision 021).
 *   <li>D33: replica ids. There are no followers (decision 021).
 *   <li>D49 with acks or with topic ids: each append is durable when it is answered; topics go by name.
 *   <li>D65, D66: expiry of idle producers, a restart. Tidemark measures and remembers otherwise (decision 016); the
 *       broker's side would need a day or a second process.
 *   <li>D88, D89 and D91: retention, which is maintenance's.
 *   <li>Sizes over several partitions of one fetch: a fetch asks one partition.
 *   <li>{@code records: null} in a produce: a broker hangs; Tidemark's request cannot say it.
 * </ul>
 */
@NullMarked
package io.tidemark.oracle;

import org.jspecify.annotations.NullMarked;
