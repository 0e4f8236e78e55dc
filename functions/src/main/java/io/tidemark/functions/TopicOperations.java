package io.tidemark.functions;

import io.tidemark.admin.TopicPage;
import io.tidemark.functions.http.KafkaErrors;
import io.tidemark.functions.http.Operation;
import io.tidemark.functions.http.Problem;
import io.tidemark.functions.http.ProblemException;
import io.tidemark.functions.http.Reply;
import io.tidemark.functions.http.Request;
import io.tidemark.functions.json.TopicBodies;
import io.tidemark.functions.json.TopicResources;
import io.tidemark.record.Answer;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cluster, topics and partitions. */
final class TopicOperations {
    private static final int CREATED = 201;

    /** A list goes on in another request behind this many topics. */
    private static final int MAX_LISTED = 1_000;

    private final Service service;
    private final TopicResources resources;

    TopicOperations(Service service) {
        this.service = service;
        this.resources = new TopicResources(service.clusterId());
    }

    Map<String, Operation> byId() {
        return Map.of(
                "listClusters", this::listClusters,
                "getCluster", this::getCluster,
                "listTopics", this::listTopics,
                "createTopic", this::createTopic,
                "getTopic", this::getTopic,
                "deleteTopic", this::deleteTopic,
                "listPartitions", this::listPartitions,
                "getPartition", this::getPartition);
    }

    private Reply listClusters(Request request) {
        return Reply.json(200, resources.clusters());
    }

    private Reply getCluster(Request request) {
        return Reply.json(200, resources.cluster());
    }

    private Reply listTopics(Request request) {
        List<Topic> topics = new ArrayList<>();
        Optional<String> token = request.query().text("page_token");
        if (token.map(TopicName::parse).filter(Answer.Refused.class::isInstance).isPresent()) {
            throw ProblemException.badRequest("The page_token is none that a list of topics has given.");
        }
        do {
            TopicPage page = service.tidemark().topics().list(token);
            topics.addAll(page.topics());
            token = page.next();
        } while (token.isPresent() && topics.size() < MAX_LISTED);
        return Reply.json(200, resources.topics(topics, token));
    }

    private Reply createTopic(Request request) {
        Topic topic = KafkaErrors.valueOf(service.tidemark().topics().create(TopicBodies.readNewTopic(request.text())));
        return Reply.json(CREATED, resources.topic(topic));
    }

    private Reply getTopic(Request request) {
        return Reply.json(200, resources.topic(service.topic(request)));
    }

    private Reply deleteTopic(Request request) {
        KafkaErrors.valueOf(service.tidemark().topics().delete(request.topic()));
        return Reply.noContent();
    }

    private Reply listPartitions(Request request) {
        return Reply.json(200, resources.partitions(service.topic(request)));
    }

    private Reply getPartition(Request request) {
        int partition = request.partition().partition();
        Topic topic = service.topic(request);
        if (!topic.hasPartition(partition)) {
            throw new ProblemException(new Problem(
                    40402,
                    "The topic " + topic.name() + " has no partition " + partition + ": it has "
                            + topic.partitionCount() + "."));
        }
        return Reply.json(200, resources.partition(topic, partition));
    }
}
