package io.tidemark.functions;

import io.quarkus.runtime.StartupEvent;
import io.tidemark.Tidemark;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.aws.AwsSettings;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.embedded.EmbeddedStore;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;

/** Makes the handlers' service as the process's environment variables say. */
@Singleton
final class Wiring {
    static final String STORE = "TIDEMARK_STORE";
    static final String TABLE = "TIDEMARK_TABLE";
    static final String BUCKET = "TIDEMARK_BUCKET";
    static final String ENDPOINT = "TIDEMARK_ENDPOINT";
    static final String CLUSTER_ID = "TIDEMARK_CLUSTER_ID";

    private static final String AWS = "aws";
    private static final String EMBEDDED = "embedded:";
    private static final String DEFAULT_CLUSTER_ID = "tidemark";

    private Runnable closing = () -> {};

    /** Makes a wrong setting known when the process starts, not when the first request comes. */
    void start(@Observes StartupEvent event, Service service) {}

    @Produces
    @Singleton
    Service service() {
        return service(System.getenv());
    }

    /** @throws IllegalArgumentException naming the variable that is missing or wrong */
    Service service(Map<String, String> variables) {
        String store = variables.getOrDefault(STORE, "");
        Environment environment = SystemEnvironment.create();
        if (store.equals(AWS)) {
            AwsStores opened = AwsStores.open(aws(variables), environment.random());
            closing = opened::close;
            return service(opened.objects(), opened.items(), environment, variables);
        }
        if (store.startsWith(EMBEDDED) && !store.equals(EMBEDDED)) {
            EmbeddedStore opened = EmbeddedStore.open(Path.of(store.substring(EMBEDDED.length())));
            closing = opened::close;
            return service(opened.objects(), opened.items(), environment, variables);
        }
        throw new IllegalArgumentException("The environment variable " + STORE + " is \"" + store + "\": set it to "
                + AWS + " for DynamoDB and S3, or to " + EMBEDDED + "DIRECTORY to keep everything in that directory.");
    }

    private static Service service(
            ObjectStore objects, ItemStore items, Environment environment, Map<String, String> variables) {
        return new Service(
                new Tidemark(objects, items, environment),
                variables.getOrDefault(CLUSTER_ID, DEFAULT_CLUSTER_ID),
                environment.clock());
    }

    private static AwsSettings aws(Map<String, String> variables) {
        AwsSettings settings = AwsSettings.of(required(variables, TABLE), required(variables, BUCKET));
        String endpoint = variables.getOrDefault(ENDPOINT, "");
        if (endpoint.isEmpty()) {
            return settings;
        }
        try {
            return settings.at(new URI(endpoint));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "The environment variable " + ENDPOINT + " is \"" + endpoint + "\": set it to a URL.", e);
        }
    }

    private static String required(Map<String, String> variables, String name) {
        String value = variables.getOrDefault(name, "");
        if (value.isBlank()) {
            throw new IllegalArgumentException("The environment variable " + name + " is not set: with " + STORE + "="
                    + AWS + " it names the store's " + (name.equals(TABLE) ? "table" : "bucket") + ".");
        }
        return value;
    }

    @PreDestroy
    void close() {
        closing.run();
    }
}
