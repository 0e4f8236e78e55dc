package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import java.util.Optional;
import org.apache.kafka.common.protocol.Errors;

/** A log that gives producers their ids and ends their transactions, in Kafka's words. */
interface ComparedProducer {
    /** No producer id, or no epoch. */
    int NONE = -1;

    /** Which id and epoch to use. */
    record Given(Errors error, long producerId, int epoch) {
        static Given refused(Errors error) {
            return new Given(error, NONE, NONE);
        }
    }

    Given init(Optional<String> transactionalId, int timeoutMs, long producerId, int epoch);

    /** With the id and epoch to use next. */
    Given end(String transactionalId, long producerId, int epoch, boolean committed);

    /** To partition 0. */
    Errors produce(String topic, Optional<String> transactionalId, Bytes batch);
}
