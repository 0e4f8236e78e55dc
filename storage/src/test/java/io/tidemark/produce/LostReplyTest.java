package io.tidemark.produce;

import static io.tidemark.simulation.RawBatches.idempotent;
import static io.tidemark.simulation.RawBatches.plain;
import static io.tidemark.simulation.RawBatches.stamp;
import static io.tidemark.simulation.World.produce;
import static io.tidemark.simulation.World.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.record.Answer;
import io.tidemark.record.Bytes;
import io.tidemark.record.LogRecord;
import io.tidemark.simulation.Gate;
import io.tidemark.simulation.LosingGate;
import io.tidemark.simulation.LosingGate.Loss;
import io.tidemark.simulation.StoreCall;
import io.tidemark.simulation.StoreCall.Kind;
import io.tidemark.simulation.World;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** One append, each of whose calls is lost in each way: invariants I1, I2 and I8. */
final class LostReplyTest {
    private static final int MAX_CALLS = 30;
    private static final Bytes PLAIN = plain("own", 700);
    private static final Bytes IDEMPOTENT = idempotent(stamp(7, 0, 1), "own", 700);

    /** How many batches are there before: the tail is short, or this append's turn is to seal it, at once or again. */
    private static final List<Integer> BATCHES_BEFORE = List.of(1, 15, 31, 40);

    @Test
    void anAcknowledgedAppendIsThereOnceWhicheverCallIsLost() {
        for (int before : BATCHES_BEFORE) {
            for (Bytes batch : List.of(PLAIN, IDEMPOTENT)) {
                for (boolean warm : List.of(true, false)) {
                    for (Loss loss : Loss.values()) {
                        loseEachCall(before, batch, warm, loss);
                    }
                }
            }
        }
    }

    @Test
    void anAcknowledgedAppendIsThereOnceWhicheverTwoCallsAreLost() {
        for (Bytes batch : List.of(PLAIN, IDEMPOTENT)) {
            for (Loss first : List.of(Loss.NO_EFFECT_UNKNOWN, Loss.LOST_REPLY, Loss.LATE, Loss.VERY_LATE)) {
                for (Loss second : List.of(Loss.NO_EFFECT, Loss.LOST_REPLY, Loss.LATE, Loss.VERY_LATE)) {
                    loseTwoCalls(batch, first, second);
                }
            }
        }
    }

    @Test
    void aPlainAppendIsSentAgainOnlyOnceItCannotApplyAnyMore() {
        assertThat(updates(PLAIN, Loss.NO_EFFECT)).as("sent again").isEqualTo(2);
        assertThat(updates(PLAIN, Loss.LOST_REPLY)).as("closed, found").isEqualTo(2);
        assertThat(updates(PLAIN, Loss.NO_EFFECT_UNKNOWN))
                .as("closed, sent again")
                .isEqualTo(3);
        assertThat(updates(PLAIN, Loss.LATE)).as("landed before it was closed").isEqualTo(3);
        assertThat(updates(PLAIN, Loss.VERY_LATE))
                .as("closed, sent again, landed in vain")
                .isEqualTo(3);
    }

    @Test
    void anIdempotentAppendIsSentAgainAtOnceAndItsRefusalTells() {
        for (Loss loss : Loss.values()) {
            assertThat(updates(IDEMPOTENT, loss)).as("%s", loss).isEqualTo(2);
        }
    }

    private static void loseEachCall(int before, Bytes batch, boolean warm, Loss loss) {
        for (int call = 1; call <= MAX_CALLS; call++) {
            Trial trial = new Trial(before, warm);
            LosingGate gate = new LosingGate(call, loss);
            Answer<Produced> answer = trial.append(batch, gate);
            gate.landAll();
            if (!gate.lost()) {
                assertThat(answer).isInstanceOf(Answer.Given.class);
                return;
            }
            StoreCall lost = gate.calls().get(call - 1);
            String what = loss + " of call " + call + ", " + lost + ", " + before + " before, warm " + warm;
            trial.assertSound(answer, what);
            if (lost.isHeadUpdate() || lost.kind() == Kind.PUT) {
                assertThat(answer).as(what).isInstanceOf(Answer.Given.class);
            }
        }
        throw new AssertionError("more than " + MAX_CALLS + " calls");
    }

    private static void loseTwoCalls(Bytes batch, Loss first, Loss second) {
        boolean bothLost = true;
        for (int one = 2; bothLost; one++) {
            bothLost = false;
            for (int behind = 1; behind <= 6; behind++) {
                Trial trial = new Trial(15, true);
                LosingGate outer = new LosingGate(one, first);
                LosingGate inner = new LosingGate(one + behind - 1, second);
                Answer<Produced> answer = trial.append(batch, outer.before(inner));
                outer.landAll();
                inner.landAll();
                bothLost |= outer.lost() && inner.lost();
                trial.assertSound(answer, first + " of call " + one + ", then " + second + " " + behind + " later");
            }
        }
    }

    /** How many head updates an append in the middle of a tail takes whose first one is lost. */
    private static long updates(Bytes batch, Loss loss) {
        Trial trial = new Trial(3, true);
        LosingGate gate = new LosingGate(StoreCall::isHeadUpdate, 1, loss);
        Answer<Produced> answer = trial.append(batch, gate);
        gate.landAll();
        trial.assertSound(answer, loss.toString());
        assertThat(answer).isInstanceOf(Answer.Given.class);
        return gate.calls().stream().filter(StoreCall::isHeadUpdate).count();
    }

    /** A partition with some batches, the first by producer 7, and the process that appends. */
    private static final class Trial {
        private final World world = World.inMemory(1);
        private final Switch gate = new Switch();
        private final Tidemark process;
        private final int before;

        Trial(int before, boolean warm) {
            this.before = before;
            Tidemark other = world.process();
            value(produce(other, 0, idempotent(stamp(7, 0, 0), "first", 500)));
            for (int i = 1; i < before - 1; i++) {
                value(produce(other, 0, plain("before" + i, 500 + i)));
            }
            this.process = world.process(gate);
            if (before > 1) {
                value(produce(warm ? process : other, 0, plain("last", 600)));
            }
        }

        Answer<Produced> append(Bytes batch, Gate through) {
            gate.current = through;
            Answer<Produced> answer = produce(process, 0, batch);
            gate.current = Gate.OPEN;
            return answer;
        }

        void assertSound(Answer<Produced> answer, String what) {
            for (int i = 0; i < 20; i++) {
                value(produce(process, 0, plain("after" + i, 800 + i)));
            }
            List<LogRecord> records = World.readFrom(world.process(), 0, 0);
            for (int i = 0; i < records.size(); i++) {
                assertThat(records.get(i).offset()).as(what).isEqualTo(i);
            }
            List<Long> own = records.stream()
                    .filter(found -> found.value().orElseThrow().utf8().startsWith("own"))
                    .map(LogRecord::offset)
                    .toList();
            if (answer instanceof Answer.Given<Produced> given) {
                assertThat(own).as(what).containsExactly(given.value().baseOffset());
            } else {
                assertThat(own).as(what).hasSizeLessThanOrEqualTo(1);
            }
            assertThat(records).as(what).hasSize(before + own.size() + 20);
        }
    }

    private static final class Switch implements Gate {
        private Gate current = Gate.OPEN;

        @Override
        public <T> T pass(StoreCall call, Supplier<T> action) {
            return current.pass(call, action);
        }
    }
}
