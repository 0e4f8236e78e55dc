package io.tidemark.functions.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.admin.NewTopic;
import io.tidemark.functions.http.Json;
import io.tidemark.functions.http.Limits;
import io.tidemark.topic.ConfigChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What clients send to create topics and to change configs. */
public final class TopicBodies {
    private static final Map<String, Boolean> RESETS = Map.of("SET", false, "DELETE", true);

    private TopicBodies() {}

    public static NewTopic readNewTopic(String text) {
        Fields body = Fields.of("The body", Json.read(text), List.of("topic_name", "partitions_count", "configs"));
        String name = body.required("topic_name", body.text("topic_name"));
        Map<String, String> configs = new LinkedHashMap<>();
        for (JsonNode node : body.list("configs", Limits.MAX_CONFIGS)) {
            Fields config = Fields.of("configs[" + configs.size() + "]", node, List.of("name", "value"));
            String key = config.required("name", config.text("name"));
            if (configs.putIfAbsent(key, config.required("value", config.text("value"))) != null) {
                throw config.bad("name", "is the same as in an earlier one");
            }
        }
        return new NewTopic(
                name,
                body.number("partitions_count", Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .map(Long::intValue),
                configs);
    }

    /** One config's new value. */
    public static ConfigChange readValue(String name, String text) {
        Fields body = Fields.of("The body", Json.read(text), List.of("value"));
        return ConfigChange.set(name, body.required("value", body.text("value")));
    }

    public static List<ConfigChange> readChanges(String text) {
        Fields body = Fields.of("The body", Json.read(text), List.of("data"));
        body.required("data", body.value("data"));
        List<ConfigChange> changes = new ArrayList<>();
        for (JsonNode node : body.list("data", Limits.MAX_CONFIGS)) {
            Fields change = Fields.of("data[" + changes.size() + "]", node, List.of("name", "operation", "value"));
            String name = change.required("name", change.text("name"));
            if (!change.choice("operation", RESETS).orElse(false)) {
                changes.add(ConfigChange.set(name, change.required("value", change.text("value"))));
            } else if (change.value("value").isEmpty()) {
                changes.add(ConfigChange.reset(name));
            } else {
                throw change.bad("value", "has no place in a DELETE");
            }
        }
        return changes;
    }
}
