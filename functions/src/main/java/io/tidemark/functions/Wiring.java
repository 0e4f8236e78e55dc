package io.tidemark.functions;

import io.quarkus.runtime.StartupEvent;
import io.tidemark.Tidemark;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Makes the handlers' service as the process's environment variables say. */
@Singleton
final class Wiring {
    static final String STORE = "TIDEMARK_STORE";
    static final String CLUSTER_ID = "TIDEMARK_CLUSTER_ID";

    private static final String EMBEDDED = "embedded:";
    private static final String DEFAULT_CLUSTER_ID = "tidemark";

    private Optional<EmbeddedStore> embedded = Optional.empty();

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
        if (!store.startsWith(EMBEDDED) || store.equals(EMBEDDED)) {
            throw new IllegalArgumentException("The environment variable " + STORE + " is \"" + store + "\": set it to "
                    + EMBEDDED + "DIRECTORY to keep everything in that directory.");
        }
        EmbeddedStore opened = EmbeddedStore.open(Path.of(store.substring(EMBEDDED.length())));
        embedded = Optional.of(opened);
        Environment environment = SystemEnvironment.create();
        return new Service(
                new Tidemark(opened.objects(), opened.items(), environment),
                variables.getOrDefault(CLUSTER_ID, DEFAULT_CLUSTER_ID),
                environment.clock());
    }

    @PreDestroy
    void close() {
        embedded.ifPresent(EmbeddedStore::close);
    }
}
