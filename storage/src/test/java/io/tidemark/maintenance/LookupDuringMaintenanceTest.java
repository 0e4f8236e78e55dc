package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.simulation.CountedGate;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.GatedItemStore;
import io.tidemark.simulation.GatedObjectStore;
import io.tidemark.simulation.StoreCall;
import io.tidemark.sweep.SweepWorld;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lookups and fetches that a run of maintenance overtakes, and ones that overtake it: whichever store call of the one
 * falls between whichever two of the other, the answer is that of a scan at a moment in between (invariants I4, I6).
 */
final class LookupDuringMaintenanceTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyStepHasWork(boolean expires) {
        MovingLog log = new MovingLog(expires);

        MaintenanceReport report = log.run(new CountedGate());

        assertThat(report.done())
                .containsKeys(StepName.SEAL, StepName.REBUILD_INDEX, StepName.REMOVE, StepName.MERGE, StepName.SWEEP);
        assertThat(report.done().containsKey(StepName.RETENTION)).isEqualTo(expires);
        assertThat(report.swept().orElseThrow().objectsDeleted()).isPositive();
        assertThat(log.offsets().low()).isEqualTo(expires ? MovingLog.PAGED : MovingLog.LOG_START);
        assertThat(log.offsets().merged()).isEqualTo(log.offsets().high());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWholeRunAtAnyCallOfALookupChangesNoAnswer(boolean expires) {
        for (Question question : Question.all(new MovingLog(expires))) {
            int calls = 1;
            for (int at = 0; at < calls; at++) {
                MovingLog log = new MovingLog(expires);
                Asking asking = new Asking(log);
                String where = "a run at call " + at;

                asking.ask(question, new CountedGate(at, () -> log.run(new CountedGate())), where);

                calls = Math.max(calls, asking.calls());
                asking.ask(question, new CountedGate(), where + ", and again");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLookupBeforeAnyCallOfARunIsExact(boolean expires) {
        MovingLog log = new MovingLog(expires);
        Asking asking = new Asking(log);
        log.run(new Gate() {
            @Override
            public <T> T pass(StoreCall call, Supplier<T> action) {
                Question.all(log).forEach(question -> asking.ask(question, new CountedGate(), "before " + call));
                return action.get();
            }
        });
        Question.all(log).forEach(question -> asking.ask(question, new CountedGate(), "behind the run"));
    }

    /** The lookup begins before the run's write and ends after it; the write falls before each call of the lookup. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLookupAroundAnyWriteOfARunIsExact(boolean expires) {
        for (Question question : Question.all(new MovingLog(expires))) {
            int[] calls = {1};
            for (int at = 0; at < calls[0]; at++) {
                int atCall = at;
                MovingLog log = new MovingLog(expires);
                Asking asking = new Asking(log);
                log.run(new Gate() {
                    @Override
                    public <T> T pass(StoreCall call, Supplier<T> action) {
                        if (!call.isWrite()) {
                            // changes nothing, so that it is all the same where it falls
                            return action.get();
                        }
                        Once<T> once = new Once<>(action);
                        asking.ask(question, new CountedGate(atCall, once::get), call + " at call " + atCall);
                        calls[0] = Math.max(calls[0], asking.calls());
                        return once.get();
                    }
                });
            }
        }
    }

    /** One process that asks, and knows the topic. Used by one thread. */
    private static final class Asking {
        private final MovingLog log;
        private final Tidemark tidemark;
        private CountedGate current = new CountedGate();

        Asking(MovingLog log) {
            this.log = log;
            Gate gate = new Gate() {
                @Override
                public <T> T pass(StoreCall call, Supplier<T> action) {
                    return current.pass(call, action);
                }
            };
            this.tidemark = new Tidemark(
                    new GatedObjectStore(log.world.store.objects(), gate),
                    new GatedItemStore(log.world.store.items(), gate),
                    log.world.environment());
            SweepWorld.given(tidemark.topics().describe(log.topic.name()));
        }

        void ask(Question question, CountedGate gate, String where) {
            current = gate;
            question.ask(log, tidemark, where);
        }

        /** How many calls the last question took. */
        int calls() {
            return current.calls().size();
        }
    }

    /** An action that is done when it is first asked for. Used by one thread. */
    private static final class Once<T> {
        private final Supplier<T> action;
        private Optional<Supplier<T>> done = Optional.empty();

        Once(Supplier<T> action) {
            this.action = action;
        }

        T get() {
            if (done.isEmpty()) {
                T answer = action.get();
                done = Optional.of(() -> answer);
            }
            return done.get().get();
        }
    }
}
