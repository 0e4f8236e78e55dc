package io.tidemark.functions;

import org.crac.Context;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Lambda's SnapStart asks for: readiness before a snapshot, and afterwards a process that is no copy. Ids are drawn
 * from a {@code SecureRandom}, which the system feeds; clocks are read anew, so that what was cached by time expires,
 * idle connections and credentials too; blocks of producer ids are left here.
 */
final class Snapshots implements Resource {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final Service service;
    private final Runnable priming;

    Snapshots(Service service, Runnable priming) {
        this.service = service;
        this.priming = priming;
    }

    /** A function that cannot be primed, for want of a permission perhaps, starts all the same. */
    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        try {
            priming.run();
            LOG.info("primed for a snapshot");
        } catch (RuntimeException e) {
            LOG.info("primed for a snapshot in part, reason={}", e.toString());
        }
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        service.tidemark().restored();
        service.invocations().restored();
    }
}
