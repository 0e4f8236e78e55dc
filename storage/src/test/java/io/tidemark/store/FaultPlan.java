package io.tidemark.store;

import io.tidemark.store.StoreUnavailableException.Effect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What goes wrong in the faulty stores that share this plan. Each rule waits for the next call that it matches, and is
 * used up by it; the first that matches counts. Thread-safe; hooks run on the caller's thread, without a lock.
 */
public final class FaultPlan {

    /** What happens to one call. */
    public sealed interface Fault {
        /** It is passed on. */
        record None() implements Fault {}

        /** It is not passed on; the caller sees an outage without effect. */
        record Outage() implements Fault {}

        /** It is passed on, but the caller sees an outage whose effect is unknown. */
        record LostReply() implements Fault {}

        /**
         * The caller sees an outage whose effect is unknown at once; the call is passed on when so many later calls have
         * been answered, or at {@link FaultPlan#landAll}.
         */
        record Late(int laterCalls) implements Fault {}

        /** Somebody else acts, then the call is passed on. */
        record HookBefore(Runnable hook) implements Fault {}

        /** The call is passed on, somebody else acts, then the caller sees the answer. */
        record HookAfter(Runnable hook) implements Fault {}
    }

    private final List<Rule> rules = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final Queue<StoreCall> calls = new ArrayDeque<>();
    private Supplier<Fault> otherwise = Fault.None::new;

    /** The next call that matches meets the fault. */
    public synchronized FaultPlan next(Predicate<StoreCall> which, Fault fault) {
        return nth(1, which, fault);
    }

    /** The n-th call from now on that matches, 1 for the next, meets the fault. */
    public synchronized FaultPlan nth(int n, Predicate<StoreCall> which, Fault fault) {
        rules.add(new Rule(n, which, fault));
        return this;
    }

    /** Calls that no rule matches fail at random: each fault once in so many calls. */
    public synchronized FaultPlan atRandom(RandomGenerator random, int oneIn) {
        otherwise = () -> switch (random.nextInt(3 * oneIn)) {
            case 0 -> new Fault.Outage();
            case 1 -> new Fault.LostReply();
            case 2 -> new Fault.Late(1 + random.nextInt(4));
            default -> new Fault.None();
        };
        return this;
    }

    /** From now on no call fails; rules and random faults are forgotten, what is held stays held. */
    public synchronized void calm() {
        rules.clear();
        otherwise = Fault.None::new;
    }

    /** Passes on what is still held, in the order of the calls. */
    public void landAll() {
        take(true).forEach(call -> land(call.action()));
    }

    /** Every call so far, also those that failed. */
    public synchronized List<StoreCall> calls() {
        return List.copyOf(calls);
    }

    <T> T run(StoreCall call, Supplier<T> action) {
        Fault fault = decide(call);
        try {
            return run(call, fault, action);
        } finally {
            take(false).forEach(late -> land(late.action()));
        }
    }

    private <T> T run(StoreCall call, Fault fault, Supplier<T> action) {
        if (fault instanceof Fault.Outage) {
            throw new StoreUnavailableException(Effect.NONE, "planned outage of " + call);
        }
        if (fault instanceof Fault.LostReply) {
            land(action);
            throw new StoreUnavailableException(effect(call), "planned loss of the reply to " + call);
        }
        if (fault instanceof Fault.Late late) {
            hold(late, action);
            throw new StoreUnavailableException(effect(call), "planned delay of " + call);
        }
        if (fault instanceof Fault.HookBefore before) {
            before.hook().run();
            return action.get();
        }
        T result = action.get();
        if (fault instanceof Fault.HookAfter after) {
            after.hook().run();
        }
        return result;
    }

    /** A read has no effect, whatever becomes of its reply. */
    private static Effect effect(StoreCall call) {
        return call.kind().isWrite() ? Effect.UNKNOWN : Effect.NONE;
    }

    /** Whoever sent the request is not there any more to see it fail. */
    private static void land(Supplier<?> action) {
        try {
            Object unseen = action.get();
            assert unseen != null;
        } catch (IllegalArgumentException | StoreUnavailableException e) {
            return;
        }
    }

    private synchronized Fault decide(StoreCall call) {
        calls.add(call);
        Optional<Fault> planned = Optional.empty();
        for (Iterator<Rule> iterator = rules.iterator(); iterator.hasNext() && planned.isEmpty(); ) {
            Rule rule = iterator.next();
            if (rule.which.test(call) && --rule.left == 0) {
                iterator.remove();
                planned = Optional.of(rule.fault);
            }
        }
        return planned.orElseGet(otherwise);
    }

    private synchronized void hold(Fault.Late late, Supplier<?> action) {
        // its own call is counted as well
        held.add(new Held(calls.size() + late.laterCalls(), action));
    }

    private synchronized List<Held> take(boolean all) {
        List<Held> due = held.stream()
                .filter(call -> all || call.landsAt <= calls.size())
                .toList();
        held.removeAll(due);
        return due;
    }

    private record Held(int landsAt, Supplier<?> action) {}

    private static final class Rule {
        private int left;
        private final Predicate<StoreCall> which;
        private final Fault fault;

        private Rule(int left, Predicate<StoreCall> which, Fault fault) {
            this.left = left;
            this.which = which;
            this.fault = fault;
        }
    }
}
