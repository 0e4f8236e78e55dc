package io.tidemark.functions;

import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Operation;
import io.tidemark.functions.http.Problem;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.http.Shown;
import io.tidemark.functions.json.TopicBodies;
import io.tidemark.functions.json.TopicResources;
import io.tidemark.topic.ConfigChange;
import io.tidemark.topic.Topic;
import java.util.List;
import java.util.Map;

/** Topic configs. */
final class ConfigOperations {
    private static final String NAME = "name";

    private final Service service;
    private final TopicResources resources;

    ConfigOperations(Service service) {
        this.service = service;
        this.resources = new TopicResources(service.clusterId());
    }

    Map<String, Operation> byId() {
        return Map.of(
                "listTopicConfigs", this::list,
                "getTopicConfig", this::get,
                "updateTopicConfig", this::update,
                "resetTopicConfig", this::reset,
                "alterTopicConfigs", this::alter);
    }

    private Reply list(Request request) {
        return Reply.json(200, resources.configs(service.topic(request)));
    }

    private Reply get(Request request) {
        Topic topic = service.topic(request);
        String name = request.variable(NAME);
        return topic.config().described().stream()
                .filter(config -> config.name().equals(name))
                .findFirst()
                .map(config -> Reply.json(200, resources.config(topic, config)))
                .orElseThrow(() -> new ProblemException(
                        new Problem(40400, "There is no topic config \"" + Shown.text(name) + "\".")));
    }

    private Reply update(Request request) {
        return change(request, List.of(TopicBodies.readValue(request.variable(NAME), request.text())));
    }

    private Reply reset(Request request) {
        return change(request, List.of(ConfigChange.reset(request.variable(NAME))));
    }

    private Reply alter(Request request) {
        return change(request, TopicBodies.readChanges(request.text()));
    }

    private Reply change(Request request, List<ConfigChange> changes) {
        KafkaErrors.valueOf(service.tidemark().topics().alterConfigs(request.topic(), changes));
        return Reply.noContent();
    }
}
