package io.tidemark.functions;

import io.quarkus.runtime.StartupEvent;
import io.tidemark.Tidemark;
import io.tidemark.functions.invocation.Invocations;
import io.tidemark.functions.invocation.LogLines;
import io.tidemark.functions.invocation.ProcessObserver;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.aws.AwsStores;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.logging.LogManager;
import org.crac.Core;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the handlers' service as the process's environment variables say. */
@Singleton
final class Wiring {
    private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

    private final LogLines log = new LogLines();
    private Runnable closing = () -> {};

    /** Held here: the context that snapshots are told to holds its resources weakly. */
    private Optional<Snapshots> snapshots = Optional.empty();

    /** Makes a wrong setting known when the process starts, not when the first request comes. */
    void start(@Observes StartupEvent event, Service service) {
        snapshots.ifPresent(Core.getGlobalContext()::register);
    }

    @Produces
    @Singleton
    Service service() {
        Arrays.stream(LogManager.getLogManager().getLogger("").getHandlers()).forEach(log::useIn);
        try {
            return service(System.getenv());
        } catch (RuntimeException e) {
            // Quarkus tells it too, as the cause of a cause, amid its stack
            LOG.error("the function does not start, reason={}", e.getMessage());
            throw e;
        }
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

    private Service service(ObjectStore objects, ItemStore items, Environment environment, Settings settings) {
        StoreMeter meter = new StoreMeter();
        ProcessObserver silent = ProcessObserver.of(environment.clock(), log, meter);
        ProcessObserver observer = settings.metrics()
                .map(line -> silent.telling(line, System.out::println))
                .orElse(silent);
        ObjectStore meteredObjects = new MeteredObjectStore(objects, meter);
        ItemStore meteredItems = new MeteredItemStore(items, meter);
        Service service = new Service(
                new Tidemark(meteredObjects, meteredItems, environment, settings.maintenance()),
                settings.clusterId(),
                environment.clock(),
                new Invocations(environment.clock(), settings.commitMargin(), observer),
                settings.maintenanceMargin());
        snapshots = Optional.of(new Snapshots(service, () -> {
            new Priming(environment).handlers();
            Priming.stores(objects, items);
        }));
        return service;
    }

    @PreDestroy
    void close() {
        closing.run();
    }
}
