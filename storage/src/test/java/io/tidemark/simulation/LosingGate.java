package io.tidemark.simulation;

import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Loses one call, counted from 1 among those that are meant. Thread-safe. */
public final class LosingGate implements Gate {

    /** How a call is lost. */
    public enum Loss {
        /** It fails, and has no effect. */
        NO_EFFECT,
        /** It fails without an effect, and its caller cannot know that. */
        NO_EFFECT_UNKNOWN,
        /** It takes effect, and its reply is lost. */
        LOST_REPLY,
        /** It fails, and lands behind the next call, or when it is told to. */
        LATE,
        /** It fails, and lands behind the third call from then on. */
        VERY_LATE
    }

    private final Predicate<StoreCall> meant;
    private final int place;
    private final Loss loss;
    private final List<StoreCall> calls = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private int seen;
    private boolean lost;

    private static final class Late {
        private final Supplier<?> action;
        private int callsToGo;

        Late(Supplier<?> action, int callsToGo) {
            this.action = action;
            this.callsToGo = callsToGo;
        }

        /** Nobody hears what became of it. */
        void land() {
            try {
                Object unused = action.get();
            } catch (StoreUnavailableException lostAgain) {
                // Another gate lost it for good.
            }
        }
    }

    public LosingGate(int place, Loss loss) {
        this(call -> true, place, loss);
    }

    public LosingGate(Predicate<StoreCall> meant, int place, Loss loss) {
        this.meant = meant;
        this.place = place;
        this.loss = loss;
    }

    /** Whether there was such a call. */
    public synchronized boolean lost() {
        return lost;
    }

    /** Every call, in order. */
    public synchronized List<StoreCall> calls() {
        return List.copyOf(calls);
    }

    /** What is still on its way lands now. */
    public synchronized void landAll() {
        late.forEach(Late::land);
        late.clear();
    }

    @Override
    public synchronized <T> T pass(StoreCall call, Supplier<T> action) {
        calls.add(call);
        if (!lost && meant.test(call) && ++seen == place) {
            lost = true;
            throw lose(call, action);
        }
        try {
            return action.get();
        } finally {
            land();
        }
    }

    private StoreUnavailableException lose(StoreCall call, Supplier<?> action) {
        switch (loss) {
            case LOST_REPLY -> {
                Object unused = action.get();
            }
            case LATE -> late.add(new Late(action, 1));
            case VERY_LATE -> late.add(new Late(action, 3));
            case NO_EFFECT, NO_EFFECT_UNKNOWN -> {}
        }
        Effect effect = loss == Loss.NO_EFFECT ? Effect.NONE : Effect.UNKNOWN;
        return new StoreUnavailableException(effect, loss + " " + call);
    }

    private void land() {
        late.forEach(request -> request.callsToGo--);
        late.stream().filter(request -> request.callsToGo == 0).forEach(Late::land);
        late.removeIf(request -> request.callsToGo <= 0);
    }
}
