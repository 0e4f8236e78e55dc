package io.tidemark.simulation;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Loses one call in so many: before or behind its effect, or it lands when some later calls have been answered. A read
 * has no effect, whatever becomes of it. Used by one thread.
 */
public final class LossyGate implements Gate {
    private static final int LATEST = 4;
    private static final int WAYS = 3;

    private final RandomGenerator random;
    private final int oneIn;
    private final List<Late> late = new ArrayList<>();
    private boolean calm;
    private int calls;

    private record Late(int landsAt, Supplier<?> action) {}

    public LossyGate(RandomGenerator random, int oneIn) {
        this.random = random;
        this.oneIn = oneIn;
    }

    /** From now on no call is lost; what is on its way stays on it. */
    public void calm() {
        calm = true;
    }

    /** What is still on its way lands now, in the order of the calls. */
    public void landAll() {
        land(Integer.MAX_VALUE);
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        calls++;
        try {
            return passOrLose(call, action);
        } finally {
            land(calls);
        }
    }

    private <T> T passOrLose(StoreCall call, Supplier<T> action) {
        int way = calm ? WAYS : random.nextInt(WAYS * oneIn);
        if (way >= WAYS) {
            return action.get();
        }
        if (way == 0) {
            throw new StoreUnavailableException(Effect.NONE, "never sent: " + call);
        }
        if (way == 1) {
            Object unused = action.get();
        } else {
            late.add(new Late(calls + 1 + random.nextInt(LATEST), action));
        }
        throw new StoreUnavailableException(call.isWrite() ? Effect.UNKNOWN : Effect.NONE, "lost: " + call);
    }

    private void land(int upTo) {
        List<Late> landing =
                late.stream().filter(each -> each.landsAt() <= upTo).toList();
        late.removeAll(landing);
        for (Late each : landing) {
            try {
                Object unused = each.action().get();
            } catch (StoreUnavailableException lostAgain) {
                // by another gate
            }
        }
    }
}
