package io.tidemark.functions.route;

import static io.tidemark.functions.route.LambdaFunction.ADMIN;
import static io.tidemark.functions.route.LambdaFunction.FETCH;
import static io.tidemark.functions.route.LambdaFunction.LOOKUP;
import static io.tidemark.functions.route.LambdaFunction.PRODUCE;
import static io.tidemark.functions.route.LambdaFunction.TRANSACTIONS;
import static io.tidemark.functions.route.MediaType.JSON;
import static io.tidemark.functions.route.MediaType.OCTETS;

import java.util.List;

/** Every route there is. */
public final class Routes {
    private static final String CLUSTERS = "/v3/clusters";
    private static final String CLUSTER = CLUSTERS + "/{cluster_id}";
    private static final String TOPICS = CLUSTER + "/topics";
    private static final String TOPIC = TOPICS + "/{topic_name}";
    private static final String CONFIG = TOPIC + "/configs/{name}";
    private static final String PARTITION = TOPIC + "/partitions/{partition_id}";
    private static final String TRANSACTION = CLUSTER + "/transactions/{transactional_id}";

    /**
     * Stands in a path for a transactional id that the query holds. API Gateway decodes paths, more than once, before it
     * looks for a route, so that not every id can stand in one; a query comes as it was sent.
     */
    public static final String IN_THE_QUERY = "-";

    public static final List<Route> ALL = List.of(
            post(TOPIC + "/records", PRODUCE, "produceRecords", JSON),
            post(TOPIC + "/records:batch", PRODUCE, "produceRecordsBatch", JSON),
            new Route(
                    "POST",
                    new PathTemplate(PARTITION + "/records"),
                    PRODUCE,
                    "produceBatch",
                    List.of("transactional_id"),
                    List.of(OCTETS),
                    List.of(JSON)),
            new Route(
                    "GET",
                    new PathTemplate(PARTITION + "/records"),
                    FETCH,
                    "fetchRecords",
                    List.of("offset", "max_bytes", "isolation_level", "max_wait_ms", "key_format", "value_format"),
                    List.of(),
                    List.of(JSON, OCTETS)),
            new Route(
                    "GET",
                    new PathTemplate(PARTITION + "/offset"),
                    LOOKUP,
                    "getPartitionOffset",
                    List.of("offset_type", "timestamp", "isolation_level", "include_timestamps"),
                    List.of(),
                    List.of(JSON)),
            post(CLUSTER + "/offsets:list", LOOKUP, "listOffsets", JSON),
            post(CLUSTER + "/producers", TRANSACTIONS, "initProducer", JSON),
            list(CLUSTER + "/transactions", TRANSACTIONS, "listTransactions"),
            new Route(
                    "GET",
                    new PathTemplate(TRANSACTION),
                    TRANSACTIONS,
                    "getTransaction",
                    List.of("transactional_id"),
                    List.of(),
                    List.of(JSON)),
            new Route(
                    "POST",
                    new PathTemplate(TRANSACTION + ":end"),
                    TRANSACTIONS,
                    "endTransaction",
                    List.of("transactional_id"),
                    List.of(JSON),
                    List.of(JSON)),
            get(CLUSTERS, ADMIN, "listClusters"),
            get(CLUSTER, ADMIN, "getCluster"),
            list(TOPICS, ADMIN, "listTopics"),
            post(TOPICS, ADMIN, "createTopic", JSON),
            get(TOPIC, ADMIN, "getTopic"),
            delete(TOPIC, "deleteTopic"),
            get(TOPIC + "/configs", ADMIN, "listTopicConfigs"),
            post(TOPIC + "/configs:alter", ADMIN, "alterTopicConfigs", JSON),
            get(CONFIG, ADMIN, "getTopicConfig"),
            new Route(
                    "PUT",
                    new PathTemplate(CONFIG),
                    ADMIN,
                    "updateTopicConfig",
                    List.of(),
                    List.of(JSON),
                    List.of(JSON)),
            delete(CONFIG, "resetTopicConfig"),
            get(TOPIC + "/partitions", ADMIN, "listPartitions"),
            get(PARTITION, ADMIN, "getPartition"),
            post(TOPIC + "/records:delete", ADMIN, "deleteRecords", JSON));

    private Routes() {}

    /**
     * The function to ask. Where no route has the method and path, one that answers 405 with the methods that the
     * path has, or 404, or 400 for a badly encoded path.
     *
     * @param method in capitals
     * @param rawPath as it came, percent-encoded
     */
    public static LambdaFunction functionFor(String method, String rawPath) {
        List<Route> atPath = PathTemplate.segmentsOf(rawPath).map(Routes::at).orElse(List.of());
        return atPath.stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .or(() -> atPath.stream().findFirst())
                .map(Route::function)
                .orElse(ADMIN);
    }

    /** The routes, one a method, of a path that was split and decoded. */
    public static List<Route> at(List<String> segments) {
        return ALL.stream()
                .filter(route -> route.path().match(segments).isPresent())
                .toList();
    }

    private static Route get(String path, LambdaFunction function, String operationId) {
        return new Route("GET", new PathTemplate(path), function, operationId, List.of(), List.of(), List.of(JSON));
    }

    private static Route list(String path, LambdaFunction function, String operationId) {
        return new Route(
                "GET", new PathTemplate(path), function, operationId, List.of("page_token"), List.of(), List.of(JSON));
    }

    private static Route delete(String path, String operationId) {
        return new Route("DELETE", new PathTemplate(path), ADMIN, operationId, List.of(), List.of(), List.of(JSON));
    }

    private static Route post(String path, LambdaFunction function, String operationId, MediaType body) {
        return new Route(
                "POST", new PathTemplate(path), function, operationId, List.of(), List.of(body), List.of(JSON));
    }
}
