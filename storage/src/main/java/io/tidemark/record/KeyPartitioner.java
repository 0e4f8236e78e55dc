package io.tidemark.record;

import org.apache.kafka.common.utils.Utils;

/**
 * Kafka's default partitioner for records with a key.
 *
 * <p>Source: {@code org.apache.kafka.clients.producer.internals.BuiltInPartitioner.partitionForKey}.
 */
public final class KeyPartitioner {
    private KeyPartitioner() {}

    /** The partition, from 0 to {@code partitionCount - 1}, that every Kafka client chooses for this key. */
    public static int partitionFor(Bytes key, int partitionCount) {
        return Utils.toPositive(Utils.murmur2(key.toByteArray())) % partitionCount;
    }
}
