package io.tidemark.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.SweepCursor;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sweeps whose work is cut in pieces: by what fits in memory, and by others that sweep too. */
final class SweepPassesTest {
    private static final int PARTITIONS = 40;

    private final SweepWorld world = new SweepWorld(41);

    /** Each pass meets every segment, and knows what is named of those of its own slices alone. */
    @Test
    void aNamedSegmentStaysInPassesThatDoNotJudgeIt() {
        Topic topic = world.create("orders", PARTITIONS);
        IntStream.range(0, PARTITIONS).forEach(partition -> world.append(topic, partition, partition));
        world.passes(Duration.ofHours(1));
        world.merge();
        assertThat(world.keys("segments/")).hasSize(PARTITIONS);
        world.passes(Duration.ofDays(3));
        Sweep narrow = new Sweep(
                world.store.objects(), world.store.items(), world.environment(), Sweep.MIN_GRACE, PARTITIONS / 4);

        Swept swept = narrow.run(world.now(), true, () -> false).orElseThrow();

        assertThat(swept.finished()).isTrue();
        assertThat(world.keys("segments/")).hasSize(PARTITIONS);
        IntStream.range(0, PARTITIONS)
                .forEach(
                        partition -> assertThat(world.readAll(topic, partition)).isEqualTo(1));
    }

    @Test
    void aRunStopsWhereAnotherHasMovedTheCursorAndLeavesItThere() {
        world.create("orders", 1);
        world.garbage(Duration.ofHours(2));
        InsertingGate meanwhile = new InsertingGate(call -> call.kind() == StoreCall.Kind.LIST_OBJECTS, world::swept);
        Sweep overtaken = new Sweep(
                new GatedObjectStore(world.store.objects(), meanwhile),
                world.store.items(),
                world.environment(),
                Sweep.MIN_GRACE);

        Swept swept = overtaken.run(world.now(), true, () -> false).orElseThrow();

        assertThat(meanwhile.done()).isTrue();
        assertThat(swept.finished()).isFalse();
        assertThat(world.store.items().get(SweepCursor.key()).map(SweepCursor::decode))
                .hasValueSatisfying(cursor -> assertThat(cursor.done()).isTrue());
    }
}
