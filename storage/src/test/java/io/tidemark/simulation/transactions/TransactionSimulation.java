package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditReport;
import io.tidemark.audit.AuditScope;
import io.tidemark.layout.Transactions;
import io.tidemark.log.IsolationLevel;
import io.tidemark.maintenance.MaintenanceReport;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.World;
import io.tidemark.simulation.run.LogProcess;
import io.tidemark.simulation.run.Scheduler;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.topic.ConfigChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** One run: a topic, its actors, and the checks at the end. */
final class TransactionSimulation {
    /** Of so many calls about one goes wrong; in every fourth run none. */
    private static final int[] FAULTS_ONE_IN = {0, 80, 40, 15};

    /** How far clocks are apart, in steps. */
    private static final int MAX_SKEW_STEPS = 8;

    private static final int MAX_PARTITIONS = 4;
    private static final int MAX_TRANSACTIONAL = 4;
    private static final int READ_ONE_IN = 4;
    private static final String FEW_BYTES = "2000";
    /** One reader is often stalled, so that much is moved between two calls of it. */
    private static final int FEW_CALLS = 4;

    private static final int MANY_CALLS = 40;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** In every third run time goes by leaps, the longest of which outlasts idle producers. */
    private static final List<Duration> JUMPS =
            List.of(MINUTE, Duration.ofMinutes(20), Duration.ofHours(2), Duration.ofHours(25));

    private final Random random;
    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final World world;
    private final Model model;
    private final Scheduler scheduler;
    private final LogProcess.Faults faults;
    private final List<Duration> jumps;
    private final int stepMs;
    private final List<Runnable> actors = new ArrayList<>();

    TransactionSimulation(long seed) {
        this.random = new Random(seed);
        WrittenKeys written = new WrittenKeys(store.items());
        int partitions = 1 + random.nextInt(MAX_PARTITIONS);
        this.world = new World(written, store.objects(), partitions, new Random(seed), Runnable::run);
        this.model = new Model(world, written, random(), READ_ONE_IN);
        this.scheduler = new Scheduler(random(), this::observe);
        this.jumps = random.nextInt(3) == 0 ? JUMPS : List.of();
        this.stepMs = 1 + random.nextInt(60);
        this.faults = new LogProcess.Faults(
                FAULTS_ONE_IN[random.nextInt(FAULTS_ONE_IN.length)], Duration.ofMillis((long) MAX_SKEW_STEPS * stepMs));
    }

    /** How many offsets were given. */
    long run() throws InterruptedException {
        if (random.nextInt(3) == 0) {
            configure("retention.bytes", FEW_BYTES);
        }
        addActors();
        scheduler.run(actors);
        configure("retention.bytes", "-1");
        configure("retention.ms", "-1");
        checkAtRest();
        store.close();
        return heldOffsets();
    }

    private void configure(String name, String value) {
        World.value(world.process().topics().alterConfigs(World.TOPIC, List.of(ConfigChange.set(name, value))));
    }

    private long heldOffsets() {
        long offsets = 0;
        for (int i = 0; i < model.partitionCount(); i++) {
            offsets += model.partition(i).now().high();
        }
        return offsets;
    }

    private void addActors() {
        int transactional = 1 + random.nextInt(MAX_TRANSACTIONAL);
        int ids = 1 + random.nextInt(transactional);
        for (int i = 0; i < transactional; i++) {
            String name = "t" + i;
            actors.add(new TransactionalProducer(
                    name, "id-" + i % ids, List.of(process(), process()), model, batches(name)));
        }
        actors.add(new OtherProducer(process(), model, batches("p"), false));
        // one that sends again after a day is none the wiser for its id
        if (jumps.isEmpty()) {
            actors.add(new OtherProducer(process(), model, batches("i"), true));
        }
        for (int i = 0; i < 2; i++) {
            int partition = random.nextInt(model.partitionCount());
            actors.add(new Follower(
                    process(faults.stalledOneIn(i == 0 ? FEW_CALLS : MANY_CALLS)),
                    model,
                    partition,
                    IsolationLevel.READ_COMMITTED,
                    random()));
            actors.add(new Caretaker(
                    process(), model, new Caretaker.Time(world.clock(), jumps, faults.maxSkew()), random()));
        }
        int partition = random.nextInt(model.partitionCount());
        actors.add(new Follower(process(), model, partition, IsolationLevel.READ_UNCOMMITTED, random()));
    }

    private Batches batches(String sender) {
        return new Batches(sender, world.clock(), random());
    }

    private LogProcess process() {
        return process(faults);
    }

    private LogProcess process(LogProcess.Faults faults) {
        return new LogProcess(world, scheduler, actors.size(), random(), faults);
    }

    private Random random() {
        return new Random(random.nextLong());
    }

    private void observe() {
        model.observe();
        world.clock().advance(Duration.ofMillis(1 + scheduler.step() % stepMs));
    }

    /** Nothing is on its way any more. */
    private void checkAtRest() {
        Tidemark process = world.process(watched());
        // longer than any transaction may last
        world.clock().advance(Duration.ofMinutes(16));
        maintain(process);
        if (!jumps.isEmpty() && faults.oneIn() > 0) {
            // where a request lasted for hours and then lost its calls, the next daily sweep finds what it left
            passDays(process, 1);
        }
        assertNothingIsOpen();
        passDays(process, 5);
        // of what was removed on the last day
        MaintenanceRequest sweep = new MaintenanceRequest(MINUTE, Set.of(StepName.SWEEP), Set.of());
        assertThat(process.maintain(sweep).failed()).isEmpty();
        assertNothingIsOpen();
        AuditReport report = new Audit(world.objects(), world.items(), world.clock()).run(AuditScope.everything());
        assertThat(report.findings()).isEmpty();
        assertThat(report.unnamedObjects()).isZero();
    }

    private Gate watched() {
        return new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                T answer = action.get();
                model.observe();
                return answer;
            }
        };
    }

    private void passDays(Tidemark process, int days) {
        for (int hours = 0; hours < 24 * days; hours += 8) {
            world.clock().advance(Duration.ofHours(8));
            maintain(process);
            world.clock().advance(MINUTE);
            maintain(process);
        }
    }

    private void maintain(Tidemark process) {
        MaintenanceReport report = process.maintain(MaintenanceRequest.due(MINUTE));
        assertThat(report.failed()).isEmpty();
        assertThat(report.skipped()).isEmpty();
    }

    private void assertNothingIsOpen() {
        assertThat(model.coordinator().unended()).isEmpty();
        for (int i = 0; i < model.partitionCount(); i++) {
            assertThat(world.head(i).transactions()).isEqualTo(Transactions.NONE);
            PartitionModel.Moment now = model.partition(i).now();
            assertThat(now.stable()).isEqualTo(now.high());
            model.readCommitted(i);
        }
    }
}
