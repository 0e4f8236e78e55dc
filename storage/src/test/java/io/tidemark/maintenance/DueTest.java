package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.DueEntry;
import io.tidemark.layout.Head;
import io.tidemark.layout.TopicItem;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.store.Environment;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Value;
import io.tidemark.sweep.SweepWorld;
import io.tidemark.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue of a run: what cannot be read keeps nothing else back, and shards are worked on side by side. */
final class DueTest {
    private static final int PARTITIONS = 40;
    private static final int READ_AT_ONCE = 100;
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private final SweepWorld world = new SweepWorld(37);
    private final Topic topic = world.create("orders", PARTITIONS);

    /** Every partition has a tail to be sealed. */
    private void appendEverywhere() {
        world.swept();
        IntStream.range(0, PARTITIONS).forEach(i -> world.append(topic, i, 5));
        world.passes(Duration.ofMinutes(25));
    }

    private MaintenanceReport run(Gate gate, Environment environment, int parallel) {
        MaintenanceSettings settings = new MaintenanceSettings(Duration.ofDays(1), Duration.ofHours(1), parallel);
        return new Maintenance(
                        world.store.objects(), new GatedItemStore(world.store.items(), gate), environment, settings)
                .run(MaintenanceRequest.due(BUDGET));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 101, 250})
    void entriesThatCannotBeReadAreReportedAndKeepNothingBack(int count) {
        appendEverywhere();
        String shard = DueEntry.notBefore(topic.name(), topic.partition(0), world.now())
                .key()
                .partition();
        List<Item> damaged = List.of(
                new Item(Map.of("v", Value.of(9), "topic", Value.of("orders"))),
                new Item(Map.of("v", Value.of(1), "topic", Value.of("no/name"))),
                new Item(Map.of("v", Value.of(1))));
        for (int i = 0; i < count; i++) {
            String sort = "due#" + "0".repeat(15) + (10_000 + i) + (i % 4 == 0 ? "" : "#" + topic.id() + "#0");
            world.store.items().put(new ItemKey(shard, sort), damaged.get(i % damaged.size()), List.of());
        }

        MaintenanceReport report;
        List<String> errors;
        try (CapturedLog log = new CapturedLog()) {
            report = run(Gate.OPEN, world.environment(), 1);
            errors = log.lines(Level.SEVERE);
        }

        assertThat(report.done()).containsEntry(StepName.SEAL, PARTITIONS);
        assertThat(report.failed())
                .hasSize(count)
                .allMatch(failed -> failed.reason().startsWith("due entry due#"));
        assertThat(errors).hasSize(count);
    }

    @Test
    void aShardThatCannotBeReadKeepsNoOtherBack() {
        appendEverywhere();
        String shard = DueEntry.notBefore(topic.name(), topic.partition(0), Instant.EPOCH)
                .key()
                .partition();
        long inShard = IntStream.range(0, PARTITIONS)
                .filter(i -> DueEntry.notBefore(topic.name(), topic.partition(i), Instant.EPOCH)
                        .key()
                        .partition()
                        .equals(shard))
                .count();
        MaintenanceReport report;
        try (CapturedLog log = new CapturedLog()) {
            report = run(
                    new Gate() {
                        @Override
                        public <T> T pass(StoreCall call, Supplier<T> action) {
                            if (call.key().startsWith(shard + " due#") && call.kind() == StoreCall.Kind.QUERY) {
                                throw new StoreUnavailableException(Effect.NONE, "down");
                            }
                            return action.get();
                        }
                    },
                    world.environment(),
                    2);
            assertThat(log.lines(Level.SEVERE)).hasSize(1);
        }

        assertThat(report.failed())
                .singleElement()
                .satisfies(failed ->
                        assertThat(failed.reason()).isEqualTo("shard " + shard.substring(2) + " of the queue: down"));
        assertThat(report.done()).containsEntry(StepName.SEAL, PARTITIONS - (int) inShard);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void partitionsAreWorkedOnSideBySideAndReportedTogether(int parallel) {
        appendEverywhere();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Environment environment = world.environment();
            MaintenanceReport report = run(
                    Gate.OPEN,
                    new Environment(environment.clock(), environment.random(), environment.pause(), threads),
                    parallel);

            assertThat(report.failed()).isEmpty();
            assertThat(report.skipped()).isEmpty();
            assertThat(report.partitionsVisited()).isEqualTo(PARTITIONS);
            assertThat(report.done()).containsEntry(StepName.SEAL, PARTITIONS);
        } finally {
            threads.shutdown();
        }
    }

    /** As many entries as a run reads in one shard cannot be done, and stand before the one that can. */
    @Test
    void whatCannotBeDoneGoesBehindWhatWaits() {
        appendEverywhere();
        Instant longAgo = world.now().minus(Duration.ofDays(1));
        for (String name : List.of("many", "more")) {
            Topic damaged = world.create(name, (READ_AT_ONCE + 1) * DueEntry.SHARDS / 2);
            for (int i = 0; i < damaged.partitionCount(); i++) {
                world.store.items().put(Head.key(damaged.partition(i)), new Item(Map.of("v", Value.of(9))), List.of());
                DueEntry entry = DueEntry.notBefore(damaged.name(), damaged.partition(i), longAgo);
                world.store.items().put(entry.key(), entry.encode(), List.of());
            }
        }

        try (CapturedLog log = new CapturedLog()) {
            run(Gate.OPEN, world.environment(), 1);
            assertThat(log.lines(Level.SEVERE)).isNotEmpty();
            MaintenanceReport report = run(Gate.OPEN, world.environment(), 1);

            assertThat(report.done()).containsEntry(StepName.SEAL, PARTITIONS);
        }
    }

    /** A partition that takes all the time that it gets. */
    @Test
    void whatTakesAllTheTimeTakesItOnceAndLeavesSomeForTheSweep() {
        appendEverywhere();
        String slow = Head.key(topic.partition(0)).partition();
        DueEntry own = DueEntry.notAfter(topic.name(), topic.partition(0), world.now());
        for (int steps = 0; steps < 3; steps++) {
            Instant at = own.at().minus(DueEntry.STEP.multipliedBy(steps));
            world.store.items().delete(new DueEntry(own.topic(), own.partition(), at).key(), List.of());
        }
        DueEntry oldest =
                DueEntry.notBefore(topic.name(), topic.partition(0), world.now().minus(Duration.ofDays(1)));
        world.store.items().put(oldest.key(), oldest.encode(), List.of());
        Gate gate = new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                if (call.kind() == StoreCall.Kind.GET && call.key().startsWith(slow + " ")) {
                    world.passes(BUDGET.multipliedBy(9).dividedBy(10));
                }
                return action.get();
            }
        };
        world.passes(Duration.ofDays(1));

        MaintenanceReport first = run(gate, world.environment(), 1);
        MaintenanceReport second = run(gate, world.environment(), 1);

        assertThat(first.leftDue()).isPositive();
        assertThat(first.swept()).isPresent();
        assertThat(second.done()).containsEntry(StepName.SEAL, PARTITIONS - 1);
    }

    @Test
    void aNamedTopicThatCannotBeReadKeepsNoOtherBack() {
        appendEverywhere();
        Topic damaged = world.create("damaged", 1);
        world.store.items().put(TopicItem.key(damaged.name()), new Item(Map.of("v", Value.of(9))), List.of());

        MaintenanceReport report;
        try (CapturedLog log = new CapturedLog()) {
            report = new Maintenance(world.store.objects(), world.store.items(), world.environment())
                    .run(new MaintenanceRequest(BUDGET, Set.of(), Set.of(damaged.name(), topic.name())));
            assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains("topic=damaged");
        }

        assertThat(report.failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.topic()).isEqualTo("damaged"));
        assertThat(report.done()).containsEntry(StepName.SEAL, PARTITIONS);
    }
}
