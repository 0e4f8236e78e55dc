package io.tidemark.simulation;

import java.util.function.Supplier;

/** What every call of a store goes through: it makes the call, once, or does not, and answers or throws. */
public interface Gate {
    Gate OPEN = new Gate() {
        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            return action.get();
        }
    };

    <T> T pass(StoreCall call, Supplier<T> action);

    /** This gate, and behind it another one. */
    default Gate before(Gate other) {
        Gate first = this;
        return new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                return first.pass(call, () -> other.pass(call, action));
            }
        };
    }
}
