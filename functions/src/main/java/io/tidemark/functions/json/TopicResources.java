package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.topic.DescribedConfig;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicConfig;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Topics, their configs and their partitions, as Confluent's REST v3 describes them. */
public final class TopicResources {
    private final String clusterId;

    public TopicResources(String clusterId) {
        this.clusterId = clusterId;
    }

    public ObjectNode cluster() {
        Resource cluster = Resource.cluster(clusterId);
        ObjectNode json = cluster.describe("KafkaCluster").put("cluster_id", clusterId);
        cluster.putRelated(json, "topics");
        return json;
    }

    public ObjectNode clusters() {
        return Resource.clusters(cluster());
    }

    /** @param next the token that continues the list, if it goes on */
    public ObjectNode topics(List<Topic> topics, Optional<String> next) {
        return Resource.cluster(clusterId)
                .list(
                        "topics",
                        "KafkaTopicList",
                        next.map(TopicResources::pageQuery),
                        topics.stream().map(this::topic).toList());
    }

    public ObjectNode topic(Topic topic) {
        Resource resource = Resource.topic(clusterId, topic.name());
        ObjectNode json = putNames(resource.describe("KafkaTopic"), topic)
                .put("topic_id", topic.id().toString())
                .put("is_internal", topic.name().isInternal())
                .put("partitions_count", topic.partitionCount());
        resource.putRelated(json, "partitions");
        resource.putRelated(json, "configs");
        return json;
    }

    public ObjectNode partitions(Topic topic) {
        return Resource.topic(clusterId, topic.name())
                .list(
                        "partitions",
                        "KafkaPartitionList",
                        Optional.empty(),
                        IntStream.range(0, topic.partitionCount())
                                .mapToObj(partition -> partition(topic, partition))
                                .toList());
    }

    public ObjectNode partition(Topic topic, int partition) {
        Resource resource =
                Resource.topic(clusterId, topic.name()).child("partitions", "partition", Integer.toString(partition));
        return putNames(resource.describe("KafkaPartition"), topic).put("partition_id", partition);
    }

    public ObjectNode configs(Topic topic) {
        return Resource.topic(clusterId, topic.name())
                .list(
                        "configs",
                        "KafkaTopicConfigList",
                        Optional.empty(),
                        topic.config().described().stream()
                                .map(config -> config(topic, config))
                                .toList());
    }

    public ObjectNode config(Topic topic, DescribedConfig config) {
        Resource resource = Resource.topic(clusterId, topic.name()).child("configs", "config", config.name());
        ObjectNode json = putNames(resource.describe("KafkaTopicConfig"), topic)
                .put("name", config.name())
                .put("value", config.value())
                .put("is_default", config.isDefault())
                .put("is_read_only", false)
                .put("is_sensitive", false)
                .put("source", config.source().name())
                .put("is_heeded", config.heeded());
        ArrayNode synonyms = json.putArray("synonyms");
        if (!config.isDefault()) {
            putSynonym(synonyms, config);
        }
        TopicConfig.DEFAULTS.described().stream()
                .filter(each -> each.name().equals(config.name()))
                .forEach(each -> putSynonym(synonyms, each));
        return json;
    }

    private static String pageQuery(String token) {
        return "page_token=" + Resource.encode(token);
    }

    private ObjectNode putNames(ObjectNode json, Topic topic) {
        return json.put("cluster_id", clusterId).put("topic_name", topic.name().value());
    }

    private static void putSynonym(ArrayNode synonyms, DescribedConfig config) {
        synonyms.addObject()
                .put("name", config.name())
                .put("value", config.value())
                .put("source", config.source().name());
    }
}
