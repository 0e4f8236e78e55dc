/** Topics: their names, ids and configs, with Kafka's keys, defaults and validation. No I/O. */
@NullMarked
package io.tidemark.topic;

import org.jspecify.annotations.NullMarked;
