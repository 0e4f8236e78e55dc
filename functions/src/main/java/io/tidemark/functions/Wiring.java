package io.tidemark.functions;

import io.quarkus.runtime.StartupEvent;
import io.tidemark.Tidemark;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.embedded.EmbeddedStore;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

/** Makes the handlers' service as the process's environment variables say. */
@Singleton
final class Wiring {
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
        Settings settings = Settings.of(variables);
        Environment environment = SystemEnvironment.create();
        if (settings.place() instanceof Settings.Place.Aws aws) {
            AwsStores opened = AwsStores.open(aws.settings(), environment.random());
            closing = opened::close;
            return service(opened.objects(), opened.items(), environment, settings);
        }
        EmbeddedStore opened = EmbeddedStore.open(((Settings.Place.Embedded) settings.place()).directory());
        closing = opened::close;
        return service(opened.objects(), opened.items(), environment, settings);
    }

    private static Service service(ObjectStore objects, ItemStore items, Environment environment, Settings settings) {
        return new Service(
                new Tidemark(objects, items, environment),
                settings.clusterId(),
                environment.clock(),
                settings.maintenanceMargin());
    }

    @PreDestroy
    void close() {
        closing.run();
    }
}
