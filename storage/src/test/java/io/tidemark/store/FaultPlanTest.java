package io.tidemark.store;

import static io.tidemark.store.StoreCall.Kind.ITEM_GET;
import static io.tidemark.store.StoreCall.Kind.ITEM_UPDATE;
import static io.tidemark.store.StoreCall.Kind.OBJECT_PUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.record.Bytes;
import io.tidemark.store.FaultPlan.Fault;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.embedded.EmbeddedStore;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final ItemKey KEY = new ItemKey("p", "s");
    private static final Path N = Path.of("n");

    private final EmbeddedStore inner = EmbeddedStore.inMemory();
    private final FaultPlan plan = new FaultPlan();
    private final ItemStore items = new FaultyItemStore(inner.items(), plan);
    private final ObjectStore objects = new FaultyObjectStore(inner.objects(), plan);

    FaultPlanTest() {
        inner.items().put(KEY, new Item(Map.of("n", Value.of(0))), List.of());
    }

    @Test
    void anOutageHasNoEffectAndHappensOnce() {
        plan.next(StoreCall.of(ITEM_UPDATE, "p s"), new Fault.Outage());
        assertFails(Effect.NONE, this::increment);
        assertThat(stored()).isZero();
        increment();
        assertThat(stored()).isEqualTo(1);
    }

    @Test
    void aLostReplyHidesAWriteThatTookEffect() {
        plan.next(StoreCall.of(ITEM_UPDATE), new Fault.LostReply());
        assertFails(Effect.UNKNOWN, this::increment);
        assertThat(stored()).isEqualTo(1);
    }

    @Test
    void aLateWriteLandsAfterALaterCall() {
        plan.next(StoreCall.of(OBJECT_PUT), new Fault.Late(2));
        assertFails(Effect.UNKNOWN, () -> objects.putIfAbsent("o", Bytes.EMPTY));
        increment();
        assertThat(inner.objects().get("o", 0, 1)).isEmpty();
        increment();
        assertThat(inner.objects().get("o", 0, 1)).isPresent();
    }

    @Test
    void whatIsHeldLandsOnDemandInTheOrderOfTheCalls() {
        plan.next(StoreCall.of(OBJECT_PUT), new Fault.Late(99)).next(StoreCall.of(OBJECT_PUT), new Fault.Late(99));
        assertFails(Effect.UNKNOWN, () -> objects.putIfAbsent("o", Bytes.utf8("first")));
        assertFails(Effect.UNKNOWN, () -> objects.putIfAbsent("o", Bytes.utf8("second")));
        plan.landAll();
        assertThat(inner.objects().get("o", 0, 9)).contains(Bytes.utf8("first"));
    }

    @Test
    void somebodyElseMayActBeforeOrAfterACall() {
        plan.next(StoreCall.of(ITEM_GET), new Fault.HookBefore(this::increment));
        assertThat(items.get(KEY)).contains(new Item(Map.of("n", Value.of(1))));
        plan.next(StoreCall.of(ITEM_GET), new Fault.HookAfter(this::increment));
        assertThat(items.get(KEY)).contains(new Item(Map.of("n", Value.of(1))));
        assertThat(stored()).isEqualTo(2);
    }

    @Test
    void theNthCallIsCountedAmongThoseThatMatch() {
        plan.nth(3, StoreCall.of(ITEM_UPDATE), new Fault.Outage());
        increment();
        items.get(KEY);
        increment();
        assertFails(Effect.NONE, this::increment);
        assertThat(plan.calls())
                .extracting(StoreCall::kind)
                .containsExactly(ITEM_UPDATE, ITEM_GET, ITEM_UPDATE, ITEM_UPDATE);
    }

    @Test
    void aReadThatFailsHadNoEffect() {
        plan.next(StoreCall.any(), new Fault.LostReply());
        assertFails(Effect.NONE, () -> items.get(KEY));
    }

    @Test
    void randomFaultsEndWhenThePlanIsCalmed() {
        plan.atRandom(new SplittableRandom(5), 3);
        int failed = 0;
        for (int i = 0; i < 300; i++) {
            try {
                increment();
            } catch (StoreUnavailableException e) {
                failed++;
            }
        }
        assertThat(failed).isBetween(50, 150);
        plan.calm();
        for (int i = 0; i < 50; i++) {
            increment();
        }
    }

    private void increment() {
        items.update(KEY, Update.builder().add(N, 1).build());
    }

    private long stored() {
        return ((Value.Number)
                        inner.items().get(KEY).orElseThrow().attribute("n").orElseThrow())
                .value();
    }

    private static void assertFails(Effect effect, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        outage -> assertThat(outage.effect()).isEqualTo(effect));
    }
}
