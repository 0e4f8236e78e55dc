package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.LogRecord;
import io.tidemark.simulation.EntriesWritten;
import io.tidemark.simulation.World;
import io.tidemark.store.embedded.EmbeddedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One run: a partition, its actors, and the checks at the end. */
final class Simulation {
    /** Of so many calls about one goes wrong; in every fourth run none. */
    private static final int[] FAULTS_ONE_IN = {0, 60, 25, 10};

    private static final Duration MAX_SKEW = Duration.ofMinutes(2);

    private final Random random;
    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final EntriesWritten items = new EntriesWritten(store.items());
    private final World world;
    private final History history;
    private final Times times;
    private final Scheduler scheduler;
    private final List<Runnable> actors = new ArrayList<>();
    private final LogProcess.Faults faults;

    Simulation(long seed) {
        this.random = new Random(seed);
        this.world = new World(items, store.objects(), 1, new Random(seed), Runnable::run);
        this.history = new History(world);
        this.times = new Times(new Random(random.nextLong()));
        this.scheduler = new Scheduler(new Random(random.nextLong()), this::observe);
        int oneIn = FAULTS_ONE_IN[random.nextInt(FAULTS_ONE_IN.length)];
        this.faults = new LogProcess.Faults(oneIn, MAX_SKEW);
    }

    /** How many batches were committed. */
    long run() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            actors.add(new PlainProducer(process(), history, times, random(), "p" + i));
        }
        for (int i = 0; i < 2; i++) {
            actors.add(new IdempotentProducer(List.of(process(), process()), history, times, random(), i));
            actors.add(new Follower(process(), history, random()));
            actors.add(new Asker(process(), history, times, random()));
            actors.add(new Keeper(process(), history, world.topic().partition(0), random()));
        }
        scheduler.run(actors);
        checkAtRest();
        store.close();
        return history.now().high();
    }

    private LogProcess process() {
        return new LogProcess(world, scheduler, actors.size(), random(), faults);
    }

    private Random random() {
        return new Random(random.nextLong());
    }

    private void observe() {
        history.observe();
        world.clock().advance(Duration.ofMillis(1 + scheduler.step() % 20));
    }

    /** Nothing is on its way any more: the whole log is read, and asked for every time. */
    private void checkAtRest() {
        History.Moment now = history.now();
        List<LogRecord> records = World.readFrom(world.process(), 0, now.low());
        assertThat(records).hasSize((int) (now.high() - now.low()));
        records.forEach(found -> assertThat(found).isEqualTo(history.recordAt(found.offset())));
        for (long timestamp = -3; timestamp <= times.latestMs() + 1; timestamp++) {
            Asker.claim(history, history.mark(), timestamp, World.value(World.list(world.process(), 0, timestamp)));
        }
        history.checkClaims();
        items.assertAllTrue(history::assertTrue);
    }
}
