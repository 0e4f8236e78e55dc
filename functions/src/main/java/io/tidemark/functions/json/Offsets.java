package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.log.ListedOffset;
import io.tidemark.topic.TopicPartition;

/** Offsets of partitions; what is absent is -1, as in Kafka. */
public final class Offsets {
    private static final long NONE = -1;

    private Offsets() {}

    public static ObjectNode partitionOffset(TopicPartition partition, ListedOffset listed) {
        ObjectNode json = Json.object().put("kind", "KafkaPartitionOffset");
        putPartition(json, partition);
        putOffset(json, listed);
        return json;
    }

    public static ObjectNode earliestAndLatest(
            String clusterId, TopicPartition partition, ListedOffset earliest, ListedOffset latest) {
        ObjectNode json = Resource.topic(clusterId, partition.topic())
                .child("partitions", "partition", Integer.toString(partition.partition()))
                .describe("KafkaPartitionWithOffsets")
                .put("cluster_id", clusterId);
        putPartition(json, partition);
        return json.put("earliest_offset", earliest.offset().orElse(NONE))
                .put("latest_offset", latest.offset().orElse(NONE));
    }

    /** Names the partition as every answer does. */
    static void putPartition(ObjectNode json, TopicPartition partition) {
        json.put("topic_name", partition.topic().value()).put("partition_id", partition.partition());
    }

    static void putOffset(ObjectNode json, ListedOffset listed) {
        json.put("offset", listed.offset().orElse(NONE))
                .put("timestamp", listed.timestampMs().orElse(NONE))
                .put("leader_epoch", listed.leaderEpoch().orElse((int) NONE));
    }
}
