package io.tidemark.maintenance;

import io.tidemark.compaction.Compaction;
import io.tidemark.partition.Seal;
import io.tidemark.record.Deadline;
import io.tidemark.store.Environment;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import java.util.List;

/** The steps of a partition, in the order in which they run. Thread-safe. */
final class Steps {
    private final ObjectStore objects;
    private final ItemStore items;
    private final Environment environment;
    private final MaintenanceSettings settings;

    Steps(ObjectStore objects, ItemStore items, Environment environment, MaintenanceSettings settings) {
        this.objects = objects;
        this.items = items;
        this.environment = environment;
        this.settings = settings;
    }

    /** For one run. Past the deadline they write nothing, and end with {@link RunTooOldException} where they would. */
    List<Step> until(Deadline deadline) {
        ItemStore limited = new AgeLimitedItems(items, environment.clock(), deadline);
        int mapSizeBytes = Compaction.MAX_MAP_SIZE_BYTES / settings.parallel();
        return List.of(
                new SealOldTail(new Seal(limited, environment.executor())),
                new Retention(limited),
                new IndexRebuild(limited, environment.clock()),
                new Remove(limited),
                new Merge(limited, objects, environment, settings.mergeMaxAge()),
                new Compact(new Compaction(limited, objects, environment, mapSizeBytes)),
                new DropAttempts(limited),
                new DropProducers(limited));
    }
}
