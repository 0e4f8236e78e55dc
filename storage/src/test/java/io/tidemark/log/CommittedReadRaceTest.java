package io.tidemark.log;

import static io.tidemark.simulation.TransactionProcess.transaction;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.Head;
import io.tidemark.maintenance.Maintenance;
import io.tidemark.maintenance.MaintenanceRequest;
import io.tidemark.maintenance.StepName;
import io.tidemark.record.LogRecord;
import io.tidemark.simulation.CommittedReader;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.InsertingGate;
import io.tidemark.simulation.StoppingGate;
import io.tidemark.simulation.TransactionProcess;
import io.tidemark.simulation.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A log that is deleted and removed, with what told of its aborts, at any moment of a committed read (I4, I12). */
final class CommittedReadRaceTest {
    /** Where the aborted transaction lies when the read begins. */
    private enum Place {
        TAIL,
        PAGE,
        SEGMENT
    }

    @ParameterizedTest
    @EnumSource
    void nothingAbortedIsShownWheneverItIsRemoved(Place place) {
        int calls = callsOfARead(place);
        assertThat(calls).isGreaterThan(3);
        for (int at = 1; at <= calls; at++) {
            World world = worldWith(place);
            AtomicInteger count = new AtomicInteger();
            int chosen = at;
            InsertingGate gate =
                    new InsertingGate(call -> count.incrementAndGet() == chosen, () -> deleteAndRemoveAll(world));
            TransactionProcess reader = new TransactionProcess(world, gate);

            FetchAnswer answer = reader.tryFetchCommitted(0, 0, 1 << 20);

            assertThat(gate.done()).isTrue();
            assertThat(aborted(world)).as("%s is removed", place).isZero();
            if (answer instanceof Fetched fetched) {
                assertThat(CommittedReader.shown(fetched, 0))
                        .as("call %d of %d", at, calls)
                        .hasSize(1)
                        .allSatisfy(shown -> assertThat(shown.offset()).isEqualTo(2));
            } else {
                assertThat(answer).isInstanceOf(FetchAnswer.OutOfRange.class);
            }
        }
    }

    /** What tells of aborts goes last: it is there for as long as one can read what it tells of. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TAIL")
    void nothingAbortedIsShownWhereverARemovalStops(Place place) {
        int calls = callsOfARead(place);
        for (int at = 1; at <= calls; at++) {
            long aborted = 2;
            for (int stop = 0; aborted > 0; stop++) {
                World world = worldWith(place);
                AtomicInteger count = new AtomicInteger();
                int chosen = at;
                StoppingGate stopping = new StoppingGate(stop);
                TransactionProcess reader = new TransactionProcess(
                        world, new InsertingGate(call -> count.incrementAndGet() == chosen, () -> {
                            deleteAll(world);
                            remove(world, stopping);
                        }));

                FetchAnswer answer = reader.tryFetchCommitted(0, 0, 1 << 20);

                aborted = aborted(world);
                assertThat(answer instanceof Fetched fetched ? CommittedReader.shown(fetched, 0) : List.<LogRecord>of())
                        .as("call %d of %d, removal stops behind %d", at, calls, stop)
                        .allSatisfy(shown -> assertThat(shown.offset()).isEqualTo(2));
            }
        }
    }

    /** A run that has read the head before another one merged looks for what is left where nothing is any more. */
    @Test
    void whatIsMergedWhileOthersRemoveStaysTold() {
        CountedGate counted = new CountedGate();
        remove(worldWithARestBehindASegment(), counted);
        assertThat(counted.calls()).hasSizeGreaterThan(5);
        for (int at = 0; at < counted.calls().size(); at++) {
            World world = worldWithARestBehindASegment();
            remove(world, new CountedGate(at, () -> maintain(world, Duration.ofHours(25))));

            assertThat(world.head(0).offsets().merged()).isEqualTo(4);
            assertThat(aborted(world)).as("before call %d", at).isEqualTo(1);
            assertThat(CommittedReader.shown(new TransactionProcess(world).fetchCommitted(0, 2), 2))
                    .isEmpty();
        }
    }

    /** Offset 0 is deleted and in a segment of its own; offset 2 is aborted, and in a page. */
    private static World worldWithARestBehindASegment() {
        World world = World.inMemory(1);
        TransactionProcess process = new TransactionProcess(world);
        value(process.write(0, transaction(1, 0), 0));
        process.commit(0, transaction(1, 0));
        maintain(world, Duration.ofMinutes(20));
        maintain(world, Duration.ofHours(25));
        value(process.write(0, transaction(2, 0), 0));
        process.abort(0, transaction(2, 0));
        maintain(world, Duration.ofMinutes(20));
        value(process.tidemark()
                .deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.of(2L)))))
                .get(0));
        return world;
    }

    private static void remove(World world, Gate gate) {
        new Maintenance(
                        new GatedObjectStore(world.objects(), gate),
                        new GatedItemStore(world.items(), gate),
                        world.environment())
                .run(new MaintenanceRequest(Duration.ofMinutes(10), Set.of(StepName.REMOVE), Set.of(World.TOPIC)));
    }

    private static int callsOfARead(Place place) {
        World world = worldWith(place);
        AtomicInteger count = new AtomicInteger();
        InsertingGate gate = new InsertingGate(call -> count.incrementAndGet() == 0, () -> {});
        assertThat(new TransactionProcess(world, gate).fetchCommitted(0, 0).batches())
                .hasSize(6);
        return count.get();
    }

    /** Offsets 0 and 3 are aborted, 2 is committed, 1 is a marker. */
    private static World worldWith(Place place) {
        World world = World.inMemory(1);
        TransactionProcess process = new TransactionProcess(world);
        value(process.write(0, transaction(1, 0), 0));
        process.abort(0, transaction(1, 0));
        value(process.write(0, transaction(3, 0), 0));
        value(process.write(0, transaction(2, 0), 0));
        process.commit(0, transaction(3, 0));
        process.abort(0, transaction(2, 0));
        if (place != Place.TAIL) {
            maintain(world, Duration.ofMinutes(20));
        }
        if (place == Place.SEGMENT) {
            maintain(world, Duration.ofHours(25));
        }
        Head.Offsets offsets = world.head(0).offsets();
        assertThat(offsets.low()).isZero();
        assertThat(offsets.sealed()).isEqualTo(place == Place.TAIL ? 0 : 6);
        assertThat(offsets.merged()).isEqualTo(place == Place.SEGMENT ? 6 : 0);
        return world;
    }

    private static void deleteAndRemoveAll(World world) {
        deleteAll(world);
        maintain(world, Duration.ofMinutes(20));
    }

    private static void deleteAll(World world) {
        value(world.process()
                .deleteRecords(new DeleteRecordsRequest(
                        World.TOPIC, List.of(new DeleteRecordsRequest.Entry(0, Optional.empty()))))
                .get(0));
    }

    private static void maintain(World world, Duration later) {
        world.clock().advance(later);
        new Maintenance(world.objects(), world.items(), world.environment())
                .run(new MaintenanceRequest(Duration.ofMinutes(10), Set.of(), Set.of(World.TOPIC)));
    }

    private static int aborted(World world) {
        return world.items()
                .query(AbortedTransaction.from(world.topic().partition(0), 0, 9))
                .entries()
                .size();
    }
}
