package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.record.Answer;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import io.tidemark.store.WriteOutcome;
import io.tidemark.sweep.SweepWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DropAttemptsTest {
    private static final Duration AGE = DropAttempts.MAX_AGE;
    private static final Duration MILLI = Duration.ofMillis(1);

    private final HeadWorld heads = new HeadWorld(51);
    private final DropAttempts step = new DropAttempts(heads.world.store.items());
    private final Random random = new Random(52);

    @Test
    void anAttemptGoesWhenItIsOlderThanTenMinutes() {
        Instant closed = heads.world.now();
        close(closed, closed.minusMillis(3));
        heads.world.passes(AGE);
        assertThat(heads.runAll(step))
                .isEqualTo(StepOutcome.idleUntil(closed.plus(AGE).plus(MILLI)));
        assertThat(heads.head().closedAttempts()).hasSize(1);

        heads.world.passes(MILLI);
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idle());
        assertThat(heads.head().closedAttempts()).isEmpty();
    }

    @Test
    void theFloorStandsForWhatIsDropped() {
        Instant closed = heads.world.now();
        close(closed, closed.minusMillis(7));
        close(closed, closed.minusMillis(3));
        heads.world.passes(Duration.ofMinutes(11));

        heads.runAll(step);

        assertThat(heads.head().floorMs()).isEqualTo(closed.toEpochMilli() - 2);
    }

    @Test
    void aFloorThatIsHigherStays() {
        Instant closed = heads.world.now();
        close(closed, closed.minusMillis(3));
        heads.world.passes(Duration.ofHours(2));
        heads.world.swept();
        long floorMs = heads.head().floorMs();

        heads.runAll(step);

        assertThat(heads.head().closedAttempts()).isEmpty();
        assertThat(heads.head().floorMs()).isEqualTo(floorMs);
    }

    @Test
    void manyGoInSeveralUpdates() {
        for (int i = 0; i < 2 * DropAttempts.MAX_DROPPED_AT_ONCE + 1; i++) {
            close(heads.world.now(), heads.world.now());
        }
        heads.world.passes(Duration.ofMinutes(11));

        heads.run(step, heads.head());
        assertThat(heads.head().closedAttempts()).hasSize(DropAttempts.MAX_DROPPED_AT_ONCE + 1);
        heads.runAll(step);
        assertThat(heads.head().closedAttempts()).isEmpty();
    }

    @Test
    void aFloorThatRoseMeanwhileSkipsTheStep() {
        close(heads.world.now(), heads.world.now());
        heads.world.passes(Duration.ofHours(2));
        Head seen = heads.head();
        heads.world.swept();

        assertThat(heads.run(step, seen)).isInstanceOf(StepOutcome.Skipped.class);
        assertThat(heads.head().closedAttempts()).hasSize(1);
    }

    @Test
    void theRequestOfADroppedAttemptCannotApplyHoweverLateItLands() {
        LosingItems losing = new LosingItems(heads.world.store.items());
        Tidemark tidemark = new Tidemark(heads.world.store.objects(), losing, heads.world.environment());
        Answer<?> answer = SweepWorld.produce(tidemark, heads.topic, 0, 5);
        assertThat(answer).isInstanceOf(Answer.Given.class);
        assertThat(heads.head().closedAttempts()).hasSize(1);
        heads.world.passes(Duration.ofMinutes(11));
        heads.runAll(step);
        assertThat(heads.head().closedAttempts()).isEmpty();

        WriteOutcome late = heads.world.store.items().update(Head.key(heads.partition), losing.lost.get(0));

        assertThat(late).isInstanceOf(WriteOutcome.Refused.class);
        assertThat(heads.world.readAll(heads.topic, 0)).isEqualTo(1);
        assertThat(SweepWorld.produce(heads.world.tidemark(), heads.topic, 0, 6))
                .as("a new append meets no floor")
                .isInstanceOf(Answer.Given.class);
    }

    private void close(Instant closed, Instant object) {
        String name = ObjectId.create(object, random).ulid() + "-0";
        heads.update(Update.builder().set(Head.closedAttempt(name), Value.of(closed.toEpochMilli())));
    }
}
