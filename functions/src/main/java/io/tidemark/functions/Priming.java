package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.tidemark.Tidemark;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.record.BatchWriter;
import io.tidemark.record.Bytes;
import io.tidemark.record.Codec;
import io.tidemark.record.NewRecord;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.Path;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.embedded.EmbeddedStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does once what requests will do, so that a snapshot holds the classes that they need: the handlers' work on a log in
 * memory, and of the real stores what leaves nothing behind.
 */
final class Priming {
    private static final String CLUSTER = "primed";
    private static final String TOPICS = "/v3/clusters/primed/topics";
    private static final int TIME_MS = 25_000;

    private final Environment environment;

    Priming(Environment environment) {
        this.environment = environment;
    }

    /** The handlers, the codecs and JSON, on a log that is forgotten. */
    void handlers() {
        EmbeddedStore store = EmbeddedStore.inMemory();
        Tidemark tidemark = new Tidemark(store.objects(), store.items(), environment);
        Service service = new Service(tidemark, CLUSTER, environment.clock());
        ProduceHandler produce = new ProduceHandler(service);
        String partition = TOPICS + "/t/partitions/0";
        call(new AdminHandler(service), post(TOPICS, "{\"topic_name\":\"t\",\"partitions_count\":1}"));
        call(produce, post(TOPICS + "/t/records", "{\"value\":{\"type\":\"JSON\",\"data\":{\"a\":1}}}"));
        for (Codec codec : Codec.values()) {
            call(produce, post(partition + "/records", codec));
        }
        call(new LookupHandler(service), get(partition + "/offset", "offset_type=timestamp&timestamp=0"));
        call(new FetchHandler(service), get(partition + "/records", "offset=0"));
        call(new TransactionsHandler(service), post("/v3/clusters/primed/producers", "{}"));
        tidemark.maintain(MaintenanceRequest.due(Duration.ofSeconds(1)));
    }

    /** Calls of the clients: of a key that nobody writes, and an update that its condition refuses. */
    static void stores(ObjectStore objects, ItemStore items) {
        ItemKey nothing = new ItemKey("primed", "-");
        items.get(nothing);
        objects.get("data/primed", 0, 1);
        items.update(
                nothing,
                Update.builder()
                        .when(LayoutVersion.isCurrent())
                        .set(Path.of("a"), Value.of(1))
                        .build());
    }

    private static void call(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler, APIGatewayV2HTTPEvent event) {
        APIGatewayV2HTTPResponse response = handler.handleRequest(event, context());
        if (response.getStatusCode() >= 300) {
            throw new IllegalStateException(event.getRawPath() + " was answered " + response);
        }
    }

    /** Handlers ask it for the time and an id. */
    private static Context context() {
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? (Object) TIME_MS : CLUSTER);
    }

    private static APIGatewayV2HTTPEvent get(String path, String query) {
        return event("GET", path, query, Map.of());
    }

    private static APIGatewayV2HTTPEvent post(String path, String json) {
        APIGatewayV2HTTPEvent event = event("POST", path, "", Map.of("content-type", "application/json"));
        event.setBody(json);
        return event;
    }

    private static APIGatewayV2HTTPEvent post(String path, Codec codec) {
        NewRecord line = new NewRecord(0, Optional.empty(), Optional.of(Bytes.utf8("line")), List.of());
        Bytes batch = BatchWriter.write(List.of(line), codec, Optional.empty(), false);
        APIGatewayV2HTTPEvent event = event("POST", path, "", Map.of("content-type", "application/octet-stream"));
        event.setBody(Base64.getEncoder().encodeToString(batch.toByteArray()));
        event.setIsBase64Encoded(true);
        return event;
    }

    private static APIGatewayV2HTTPEvent event(String method, String path, String query, Map<String, String> headers) {
        APIGatewayV2HTTPEvent event = new APIGatewayV2HTTPEvent();
        event.setRawPath(path);
        event.setRawQueryString(query);
        event.setHeaders(headers);
        event.setRequestContext(APIGatewayV2HTTPEvent.RequestContext.builder()
                .withHttp(APIGatewayV2HTTPEvent.RequestContext.Http.builder()
                        .withMethod(method)
                        .build())
                .build());
        return event;
    }
}
