package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.simulation.FailingGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class AppendBesideOthersTest {
    private static final int TIMES = 20;

    private final World world = World.inMemory(1);
    private final Tidemark others = world.process(new FailingGate(call -> call.kind() == Kind.PUT));

    @Test
    void anAppendGetsThroughHoweverOftenOthersFillTheTailBeforeIt() {
        FillingGate gate = new FillingGate();

        Produced appended = value(produce(world.process(gate), 0, plain("slow", 1)));

        assertThat(gate.filled).isEqualTo(TIMES);
        assertThat(appended.baseOffset()).isEqualTo((long) TIMES * AppendPlan.MAX_TAIL_LENGTH);
    }

    /** Lets others fill the tail before an update of the head. */
    private final class FillingGate implements Gate {
        private int filled;

        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            int length = world.head(0).tail().size();
            boolean isHeadUpdate = call.kind() == Kind.UPDATE && call.key().endsWith(" H");
            if (isHeadUpdate && filled < TIMES && length < AppendPlan.MAX_TAIL_LENGTH) {
                for (int i = length; i < AppendPlan.MAX_TAIL_LENGTH; i++) {
                    value(produce(others, 0, plain("other", 1)));
                }
                filled++;
            }
            return action.get();
        }
    }
}
