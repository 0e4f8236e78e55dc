package io.tidemark;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.Fetched;
import io.tidemark.log.ListedOffset;
import io.tidemark.produce.PartitionBatch;
import io.tidemark.produce.ProduceRequest;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.VirtualTime;
import io.tidemark.simulation.World;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What operations cost in requests, bytes and write units, and that it stays so however long the log is. */
final class CostTest {
    private static final List<Integer> LENGTHS = List.of(10, 1_000, 100_000);
    private static final int ENOUGH_FOR_AN_AVERAGE = 320;
    private static final int MAX_LOOKUP_BYTES = 256 << 10;

    private final StoreMeter meter = new StoreMeter();
    private final EmbeddedStore store = EmbeddedStore.inMemory();
    private final MeteredItemStore items = new MeteredItemStore(store.items(), meter);
    private final MeteredObjectStore objects = new MeteredObjectStore(store.objects(), meter);
    private final World world = new World(items, objects, 3, new Random(17), Runnable::run);
    private final Tidemark process = world.process();
    private int produced;

    @Test
    void costsAreFlatFromTenToAHundredThousandBatches() {
        for (int length : LENGTHS) {
            while (produced < length) {
                append();
            }
            appendsCostTheSame();
            targetsInTheHeadCostOneRead();
            lookupsBeginAtTheirIndexEntry();
            fetchesBeginAtTheirPage();
        }
    }

    @Test
    void aRequestForSeveralPartitionsPutsOneObject() {
        List<PartitionBatch> batches = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            World.produce(process, i, plain("warm", 1));
            batches.add(new PartitionBatch(World.partition(i), plain("a", 1)));
        }

        StoreReading cost = cost(() -> process.produce(new ProduceRequest(Optional.empty(), batches)));

        assertThat(cost.objectWrites().puts()).isEqualTo(1);
        assertThat(cost.itemWrites().updates()).isEqualTo(3);
        assertThat(cost.itemWrites().requests()).isEqualTo(3);
        assertNoReads(cost);
    }

    @Test
    void aFurtherIdempotentProducerCostsLittle() {
        int[] sequences = new int[500];
        for (int producers : List.of(1, 2, 8, 64, 65, 500)) {
            StoreReading warm = cost(() -> appendIdempotent(producers, sequences));
            StoreReading cost = cost(() -> {
                for (int i = 0; i < Math.max(1, ENOUGH_FOR_AN_AVERAGE / producers); i++) {
                    appendIdempotent(producers, sequences);
                }
                return producers;
            });

            assertThat(warm.objectWrites().puts()).isEqualTo(producers);
            assertNoReads(cost);
            assertThat(perAppend(cost))
                    .as("%d producers", producers)
                    .isLessThanOrEqualTo(1.25 + 0.08 * (producers - 1));
        }
    }

    @Test
    void sixtyFourProducersAtOnceCostLittleMoreThanTwoUnitsAnAppend() throws Exception {
        VirtualTime time = new VirtualTime();
        Environment environment = new Environment(world.clock(), new Random(17), time::pass, Runnable::run);
        Tidemark many = world.process(new DistantStores(time), environment);
        List<Runnable> producers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            String producer = i + "-";
            producers.add(() -> {
                for (int batch = 0; batch < 80; batch++) {
                    value(World.produce(many, 0, plain(producer + batch, batch)));
                }
            });
        }

        StoreReading before = meter.reading();
        time.run(producers);

        StoreReading cost = meter.reading().minus(before);
        assertThat(cost.objectWrites().puts()).isEqualTo(64 * 80);
        assertThat(perAppend(cost)).isLessThanOrEqualTo(2.1);
    }

    private void appendsCostTheSame() {
        StoreReading all = cost(() -> {
            for (int i = 0; i < ENOUGH_FOR_AN_AVERAGE; i++) {
                boolean seals = world.head(0).tail().size() == 15;
                StoreReading cost = cost(this::append);
                assertThat(cost.objectWrites().puts()).isEqualTo(1);
                assertThat(cost.itemWrites().updates()).isEqualTo(seals ? 2 : 1);
                assertThat(cost.itemWrites().puts()).isLessThanOrEqualTo(seals ? 2 : 0);
                assertNoReads(cost);
            }
            return produced;
        });

        assertThat(perAppend(all)).as("at %d batches", produced).isBetween(1.0, 1.25);
    }

    private void targetsInTheHeadCostOneRead() {
        for (long target : List.of(-1L, -2L, -4L, -5L, -6L, Long.MAX_VALUE, timeMs(produced + 1_000))) {
            StoreReading cost = cost(() -> value(World.list(process, 0, target)));

            assertThat(cost.itemReads().gets()).isEqualTo(1);
            assertThat(cost.itemReads().queries()).isZero();
            assertThat(cost.objectReads().gets()).isZero();
        }
    }

    private void lookupsBeginAtTheirIndexEntry() {
        Random random = new Random(produced);
        for (int i = 0; i < 50; i++) {
            int batch = random.nextInt(produced - 8);
            StoreReading before = meter.reading();
            ListedOffset found = value(World.list(process, 0, timeMs(batch)));
            StoreReading cost = meter.reading().minus(before);

            assertThat(found.offset().orElseThrow()).isLessThanOrEqualTo(batch);
            assertThat(cost.itemReads().gets()).isEqualTo(1);
            assertThat(cost.itemReads().queries())
                    .as("at %d of %d", batch, produced)
                    .isLessThanOrEqualTo(2);
            assertThat(cost.itemReads().returned()).as("items").isLessThanOrEqualTo(3);
            assertThat(cost.objectReads().gets()).isEqualTo(1);
            assertThat(cost.objectReads().bytes()).isLessThanOrEqualTo(MAX_LOOKUP_BYTES);
        }
    }

    private void fetchesBeginAtTheirPage() {
        for (int offset : List.of(0, produced / 2, produced - 1)) {
            StoreReading before = meter.reading();
            Fetched fetched = (Fetched) World.fetch(process, 0, offset, 1);
            StoreReading cost = meter.reading().minus(before);

            assertThat(fetched.batches()).hasSize(1);
            assertThat(fetched.nextOffset()).isEqualTo(offset + 1);
            assertThat(cost.itemReads().gets()).isEqualTo(1);
            assertThat(cost.itemReads().queries()).isLessThanOrEqualTo(1);
            assertThat(cost.objectReads().gets()).isEqualTo(1);
        }
    }

    private int append() {
        value(World.produce(process, 0, plain("a", timeMs(produced))));
        return produced++;
    }

    /** Times rise, with neighbours out of order. */
    private static long timeMs(int batch) {
        return 1_000L * (batch ^ 3);
    }

    private int appendIdempotent(int producers, int[] sequences) {
        for (int id = 0; id < producers; id++) {
            int sequence = sequences[id]++;
            value(World.produce(process, 1, idempotent(stamp(id, 0, sequence), "i", sequence)));
        }
        return producers;
    }

    private StoreReading cost(Supplier<?> operation) {
        StoreReading before = meter.reading();
        assertThat(operation.get()).isNotNull();
        return meter.reading().minus(before);
    }

    private static double perAppend(StoreReading cost) {
        return (double) cost.itemWrites().writeUnits() / cost.objectWrites().puts();
    }

    private static void assertNoReads(StoreReading cost) {
        assertThat(cost.itemReads().gets()).isZero();
        assertThat(cost.itemReads().queries()).isZero();
        assertThat(cost.objectReads().gets()).isZero();
    }

    /** Items take about 4 ms and objects 20, so that producers meet in the middle of a seal. */
    private static final class DistantStores implements Gate {
        private static final long HALF_CALL_MICROS = 2_000;

        private final VirtualTime time;
        private final Random random = new Random(29);

        DistantStores(VirtualTime time) {
            this.time = time;
        }

        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            long micros = HALF_CALL_MICROS / 2 + random.nextLong(HALF_CALL_MICROS);
            Duration halfCall =
                    Duration.of(call.kind() == StoreCall.Kind.PUT_OBJECT ? 5 * micros : micros, ChronoUnit.MICROS);
            time.pass(halfCall);
            T answer = action.get();
            time.pass(halfCall);
            return answer;
        }
    }
}
