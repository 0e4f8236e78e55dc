package io.tidemark.store.aws;

import static io.tidemark.store.Condition.absent;
import static io.tidemark.store.Condition.equal;
import static io.tidemark.store.aws.LossyWire.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Path;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.StoreUnavailableException.Kind;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of the item store, with each fault on the way. */
@OnEndpoint
class LostItemRepliesIT {
    private static final Update ADD_ONE = Update.builder()
            .when(equal(Path.of("v"), Value.of(1)))
            .add(Path.of("n"), 1)
            .build();

    private static final LossyWire WIRE = new LossyWire(TestEndpoint.newStores());
    private static final FaultProxy PROXY = WIRE.proxy();

    private final ItemStore items = WIRE.stores().items();

    @AfterAll
    static void close() {
        WIRE.close();
    }

    @BeforeEach
    void calm() {
        PROXY.calm();
    }

    @AfterEach
    void letLateOnesLand() {
        PROXY.land();
    }

    @WithEachPassingFault
    void anUpdateIsSentOnceAndSaysWhatItKnows(Fault fault) {
        ItemKey key = given("update/" + fault);
        ItemStore met = WIRE.stores(fault).items();
        PROXY.injectOnce("UpdateItem", fault);
        if (fault == Fault.NONE) {
            assertThat(met.update(key, ADD_ONE)).isEqualTo(new WriteOutcome.Applied(counted(6)));
        } else if (fault == Fault.THROTTLED) {
            assertUnavailable(() -> met.update(key, ADD_ONE), Effect.NONE, Kind.THROTTLED);
        } else {
            assertUnavailable(() -> met.update(key, ADD_ONE), Effect.UNKNOWN, Kind.OUTAGE);
        }
        PROXY.land();
        assertThat(PROXY.sent("UpdateItem")).isEqualTo(1);
        assertThat(PROXY.reached("UpdateItem")).isEqualTo(fault.reachesStore() ? 1 : 0);
        assertThat(items.get(key)).contains(counted(fault.reachesStore() ? 6 : 5));
    }

    /** Late ones only take time here: what they end in, a dropped connection ends in too. */
    static Stream<Fault> soon() {
        return Stream.of(Fault.values()).filter(fault -> fault != Fault.NONE && fault.passes() && !fault.isLate());
    }

    @ParameterizedTest
    @MethodSource("soon")
    void aConditionalWriteIsSentOnce(Fault fault) {
        ItemKey key = new ItemKey("lost", "once/" + fault);
        PROXY.injectOnce("PutItem", fault);
        assertThatThrownBy(() -> items.put(key, counted(5), List.of(absent(Path.of("v")))))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(PROXY.sent("PutItem")).isEqualTo(1);
        items.put(key, counted(5), List.of());
        PROXY.injectOnce("DeleteItem", fault);
        assertThatThrownBy(() -> items.delete(key, List.of(equal(Path.of("v"), Value.of(1)))))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(PROXY.sent("DeleteItem")).isEqualTo(1);
        assertThat(items.get(key).isEmpty()).isEqualTo(fault.reachesStore());
    }

    @ParameterizedTest
    @MethodSource("soon")
    void readsAndPlainWritesAreSentAgain(Fault fault) {
        ItemKey key = new ItemKey("lost/" + fault, "again");
        PROXY.injectOnce("PutItem", fault);
        assertThat(items.put(key, counted(5), List.of())).isEqualTo(new WriteOutcome.Applied(counted(5)));
        assertThat(PROXY.sent("PutItem")).isEqualTo(2);
        PROXY.injectOnce("GetItem", fault);
        assertThat(items.get(key)).contains(counted(5));
        PROXY.injectOnce("Query", fault);
        assertThat(items.query(ItemRange.ascending(key.partition(), "a", "b", 9))
                        .entries())
                .hasSize(1);
        PROXY.injectOnce("DeleteItem", fault);
        assertThat(items.delete(key, List.of())).isEqualTo(new WriteOutcome.Applied(Item.EMPTY));
        assertThat(items.get(key)).isEmpty();
    }

    @Test
    void whatFailsEachTimeIsTriedThreeTimesAndThenAnOutage() {
        ItemKey key = given("each");
        PROXY.inject(operation -> Fault.ERROR_500);
        assertUnavailable(() -> items.get(key), Effect.NONE, Kind.OUTAGE);
        assertThat(PROXY.sent("GetItem")).isEqualTo(TestEndpoint.PATIENT.attempts());
        PROXY.inject(operation -> Fault.NONE);
        assertThat(items.get(key)).contains(counted(5));
    }

    private ItemKey given(String sort) {
        ItemKey key = new ItemKey("lost", sort);
        items.put(key, counted(5), List.of());
        return key;
    }

    private static Item counted(long n) {
        return new Item(Map.of("v", Value.of(1), "n", Value.of(n)));
    }
}
