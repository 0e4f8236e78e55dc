package io.tidemark.functions;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * Tells the log when Lambda has restored this process from a snapshot (SnapStart). Any number of processes are restored
 * from one, and what each must have for itself is left behind.
 */
@Singleton
final class Restoration implements Resource {
    private final Service service;

    @Inject
    Restoration(Service service) {
        this.service = service;
    }

    /** The context holds its resources weakly; the container keeps this one. */
    void start(@Observes StartupEvent event) {
        Core.getGlobalContext().register(this);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {}

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        service.tidemark().restored();
        service.invocations().restored();
    }
}
