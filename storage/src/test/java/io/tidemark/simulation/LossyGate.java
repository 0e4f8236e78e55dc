package io.tidemark.simulation;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Loses one call in so many, before or behind its effect, or lets it land some calls later. Used by one thread. */
public final class LossyGate implements Gate {
    private static final int LATEST = 12;

    private final RandomGenerator random;
    private final int oneIn;
    private final List<Late> late = new ArrayList<>();

    private record Late(Supplier<?> action, AtomicInteger callsToGo) {}

    public LossyGate(RandomGenerator random, int oneIn) {
        this.random = random;
        this.oneIn = oneIn;
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        land();
        if (random.nextInt(oneIn) > 0) {
            return action.get();
        }
        int way = random.nextInt(3);
        if (way == 0) {
            throw new StoreUnavailableException(Effect.NONE, "never sent: " + call);
        }
        if (way == 1 || !call.isWrite()) {
            Object unused = action.get();
        } else {
            late.add(new Late(action, new AtomicInteger(1 + random.nextInt(LATEST))));
        }
        throw new StoreUnavailableException(Effect.UNKNOWN, "lost: " + call);
    }

    private void land() {
        late.forEach(each -> each.callsToGo().decrementAndGet());
        List<Late> landing =
                late.stream().filter(each -> each.callsToGo().get() == 0).toList();
        late.removeAll(landing);
        for (Late each : landing) {
            try {
                Object unused = each.action().get();
            } catch (StoreUnavailableException lostAgain) {
                // nobody hears of it
            }
        }
    }
}
