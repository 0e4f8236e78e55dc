package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LossyGateTest {
    private static final int CALLS = 3_000;
    private static final StoreCall WRITE = new StoreCall(Kind.UPDATE, "p s");
    private static final StoreCall READ = new StoreCall(Kind.GET, "p s");

    private final LossyGate gate = new LossyGate(new SplittableRandom(5), 3);
    private int made;

    @Test
    void oneWriteInSoManyIsLostAndTwoOfThreeLostOnesAreMade() {
        Map<Effect, Integer> lost = lost(WRITE);

        int never = lost.getOrDefault(Effect.NONE, 0);
        int unknown = lost.getOrDefault(Effect.UNKNOWN, 0);
        assertThat(never + unknown).isBetween(CALLS / 4, CALLS / 2);
        assertThat(unknown).isBetween(never, 3 * never);
        gate.landAll();
        assertThat(made).isEqualTo(CALLS - never);
    }

    @Test
    void aLostReadHadNoEffect() {
        assertThat(lost(READ)).containsOnlyKeys(Effect.NONE);
    }

    @Test
    void whatIsLateLandsBehindAFewLaterCallsEvenInACalm() {
        int calls = 0;
        int never = 0;
        while (made == calls - never) {
            never += lost(WRITE, 1).getOrDefault(Effect.NONE, 0);
            calls++;
        }
        gate.calm();

        assertThat(lost(WRITE, 4)).isEmpty();

        assertThat(made).isEqualTo(calls + 4 - never);
    }

    private Map<Effect, Integer> lost(StoreCall call) {
        return lost(call, CALLS);
    }

    private Map<Effect, Integer> lost(StoreCall call, int times) {
        Map<Effect, Integer> lost = new EnumMap<>(Effect.class);
        for (int i = 0; i < times; i++) {
            try {
                int unused = gate.pass(call, () -> ++made);
            } catch (StoreUnavailableException e) {
                lost.merge(e.effect(), 1, Integer::sum);
            }
        }
        return lost;
    }
}
