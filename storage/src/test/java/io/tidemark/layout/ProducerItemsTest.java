package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.store.Item;
import io.tidemark.store.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ProducerItemsTest {

    @Test
    void everyStateReadsBackAsItWasPacked() {
        Random random = new Random(23);
        Map<Long, ProducerState> producers = new HashMap<>();
        for (long id = 0; id < 500; id++) {
            List<Batch> batches = new ArrayList<>();
            for (int i = random.nextInt(ProducerState.MAX_BATCHES + 1); i > 0; i--) {
                batches.add(new Batch(1 + random.nextInt(Integer.MAX_VALUE), random.nextLong() >>> 1));
            }
            producers.put(
                    id * id * id,
                    new ProducerState(
                            (short) random.nextInt(Short.MAX_VALUE + 1),
                            random.nextInt() & Integer.MAX_VALUE,
                            random.nextInt() & Integer.MAX_VALUE,
                            batches));
        }

        assertThat(decoded(producers)).isEqualTo(producers);
    }

    @Test
    void largestStateFits() {
        Batch batch = new Batch(Integer.MAX_VALUE, Long.MAX_VALUE);
        ProducerState largest = new ProducerState(
                Short.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, List.of(batch, batch, batch, batch, batch));

        assertThat(decoded(Map.of(Long.MAX_VALUE, largest))).isEqualTo(Map.of(Long.MAX_VALUE, largest));
    }

    @Test
    void newestBaseOffsetIsNotInThePackedState() {
        ProducerState one = new ProducerState((short) 1, 5, 9, List.of(new Batch(2, 100), new Batch(3, 50)));
        ProducerState other = new ProducerState((short) 1, 5, 9, List.of(new Batch(2, 777), new Batch(3, 50)));

        assertThat(ProducerItems.pack(one)).isEqualTo(ProducerItems.pack(other));
        assertThat(ProducerItems.pack(one)).isEqualTo(GoldenItem.bytes("01050902" + "0332"));
    }

    private static Map<Long, ProducerState> decoded(Map<Long, ProducerState> producers) {
        Item item = new Item(Map.of(
                "v",
                Value.of(1),
                ProducerItems.STATES,
                ProducerItems.encodeStates(producers),
                ProducerItems.NEWEST_OFFSETS,
                ProducerItems.encodeNewestOffsets(producers)));
        return ProducerItems.decode(LayoutVersion.read("a head", item));
    }
}
