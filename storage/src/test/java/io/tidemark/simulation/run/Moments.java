package io.tidemark.simulation.run;

import java.util.ArrayList;
import java.util.List;

/** What held, from the first moment on; a question is answered right by what held at some time while it was asked. */
public final class Moments<M> {
    private final List<M> moments = new ArrayList<>();

    public Moments(M first) {
        moments.add(first);
    }

    /** From now on this holds. */
    public void add(M next) {
        if (!next.equals(now())) {
            moments.add(next);
        }
    }

    public M now() {
        return moments.get(moments.size() - 1);
    }

    /** A mark to be given to {@link #during}. */
    public int mark() {
        return moments.size() - 1;
    }

    /** All that held at some time from the mark to now. */
    public List<M> during(int mark) {
        return List.copyOf(moments.subList(mark, moments.size()));
    }
}
