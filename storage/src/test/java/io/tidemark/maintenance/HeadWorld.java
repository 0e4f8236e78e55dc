package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;

/** One partition whose head a test changes at will. */
final class HeadWorld {
    final SweepWorld world;
    final Topic topic;
    final PartitionId partition;

    HeadWorld(long seed) {
        world = new SweepWorld(seed);
        topic = world.create("orders", 1);
        partition = topic.partition(0);
    }

    Head head() {
        return world.head(partition);
    }

    void update(Update.Builder update) {
        ItemKey key = Head.key(partition);
        assertThat(world.store.items().update(key, update.build())).isInstanceOf(WriteOutcome.Applied.class);
    }

    /** The step as it runs now on what it read before. */
    StepOutcome run(Step step, Head seen) {
        return step.run(new Job(topic, partition, seen, world.now(), world.now().plus(Maintenance.MAX_RUN_TIME)));
    }

    /** The step until it has nothing to do. */
    StepOutcome runAll(Step step) {
        StepOutcome outcome = run(step, head());
        while (outcome instanceof StepOutcome.Done) {
            outcome = run(step, head());
        }
        return outcome;
    }
}
