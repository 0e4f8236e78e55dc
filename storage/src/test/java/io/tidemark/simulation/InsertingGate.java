package io.tidemark.simulation;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Does something just before the first call that is meant. Thread-safe. */
public final class InsertingGate implements Gate {
    private final Predicate<StoreCall> meant;
    private final Runnable inserted;
    private final AtomicBoolean done = new AtomicBoolean();

    public InsertingGate(Predicate<StoreCall> meant, Runnable inserted) {
        this.meant = meant;
        this.inserted = inserted;
    }

    public boolean done() {
        return done.get();
    }

    @Override
    public <T> T pass(StoreCall call, Supplier<T> action) {
        if (meant.test(call) && done.compareAndSet(false, true)) {
            inserted.run();
        }
        return action.get();
    }
}
