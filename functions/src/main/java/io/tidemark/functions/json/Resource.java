package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.functions.http.Json;
import io.tidemark.topic.TopicName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A thing with an address, as Confluent's REST v3 describes it with {@code kind} and {@code metadata}.
 *
 * @param path its address, without the server's
 * @param name its name in Confluent's form
 */
public record Resource(String path, String name) {
    private static final String CLUSTERS = "/v3/clusters";

    public static Resource cluster(String id) {
        return new Resource(CLUSTERS + "/" + id, "crn:///kafka=" + id);
    }

    public static Resource topic(String clusterId, TopicName topic) {
        return cluster(clusterId).child("topics", "topic", topic.value());
    }

    public static ObjectNode clusters(ObjectNode only) {
        return listAt(CLUSTERS, "KafkaClusterList", Optional.empty(), List.of(only));
    }

    /** A part of this: names of topics, configs and partitions need no encoding, transactional ids may. */
    public Resource child(String collection, String kind, String id) {
        String encoded = encode(id);
        return new Resource(path + "/" + collection + "/" + encoded, name + "/" + kind + "=" + encoded);
    }

    /** For a path or a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The first fields of its description. */
    public ObjectNode describe(String kind) {
        ObjectNode json = Json.object().put("kind", kind);
        json.putObject("metadata").put("self", path).put("resource_name", name);
        return json;
    }

    /** Where more about it is. */
    public void putRelated(ObjectNode json, String collection) {
        json.putObject(collection).put("related", path + "/" + collection);
    }

    /** @param next the query that continues the list, if it goes on */
    public ObjectNode list(String collection, String kind, Optional<String> next, List<ObjectNode> members) {
        return listAt(path + "/" + collection, kind, next, members);
    }

    private static ObjectNode listAt(String path, String kind, Optional<String> next, List<ObjectNode> members) {
        ObjectNode json = Json.object().put("kind", kind);
        json.putObject("metadata")
                .put("self", path)
                .put("next", next.map(query -> path + "?" + query).orElse(null));
        json.putArray("data").addAll(members);
        return json;
    }
}
