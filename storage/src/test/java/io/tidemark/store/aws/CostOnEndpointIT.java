package io.tidemark.store.aws;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.log.Fetched;
import io.tidemark.simulation.World;
import io.tidemark.store.ItemStore;
import io.tidemark.store.ObjectStore;
import io.tidemark.store.embedded.EmbeddedStore;
import io.tidemark.store.metered.MeteredItemStore;
import io.tidemark.store.metered.MeteredObjectStore;
import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What operations cost on AWS is what they cost on the embedded store, and what the meter counts is what is sent. */
@OnEndpoint
class CostOnEndpointIT {
    private static final int APPENDS = 40;

    @Test
    void eachCallThatIsMeteredIsOneRequestAndNoOtherIsSent() {
        AwsSettings direct = TestEndpoint.newStores();
        try (FaultProxy wire = new FaultProxy(direct.endpoint().orElseThrow());
                AwsStores stores = TestEndpoint.open(direct.at(wire.uri()));
                EmbeddedStore embedded = EmbeddedStore.inMemory()) {
            StoreReading cost = cost(stores.items(), stores.objects());

            assertThat(cost).isEqualTo(cost(embedded.items(), embedded.objects()));
            assertThat(cost.objectWrites().puts()).isEqualTo(APPENDS);
            assertThat(wire.sent("PutObject")).isEqualTo(APPENDS);
            assertThat(wire.sent("UpdateItem"))
                    .isEqualTo((int) cost.itemWrites().updates());
            assertThat(wire.sent("PutItem")).isEqualTo((int) cost.itemWrites().puts());
            assertThat(wire.sent("GetItem")).isEqualTo((int) cost.itemReads().gets());
            assertThat(wire.sent("Query")).isEqualTo((int) cost.itemReads().queries());
            assertThat(wire.sent("GetObject"))
                    .isEqualTo((int) cost.objectReads().gets());
            assertThat(wire.sent("HeadObject")).isZero();
        }
    }

    private static StoreReading cost(ItemStore items, ObjectStore objects) {
        StoreMeter meter = new StoreMeter();
        World world = new World(
                new MeteredItemStore(items, meter),
                new MeteredObjectStore(objects, meter),
                1,
                new Random(17),
                Runnable::run);
        Tidemark process = world.process();
        for (int i = 0; i < APPENDS; i++) {
            value(World.produce(process, 0, plain("a", timeMs(i))));
        }
        for (int i = 0; i < APPENDS; i += 7) {
            value(World.list(process, 0, timeMs(i)));
            assertThat(World.fetch(process, 0, i, 1)).isInstanceOf(Fetched.class);
        }
        return meter.reading();
    }

    /** Times rise, with neighbours out of order. */
    private static long timeMs(int batch) {
        return 1_000L * (batch ^ 3);
    }
}
