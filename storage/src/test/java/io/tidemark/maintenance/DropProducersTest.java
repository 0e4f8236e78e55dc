package io.tidemark.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.Head;
import io.tidemark.layout.ProducerItems;
import io.tidemark.producer.ProducerState;
import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DropProducersTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final HeadWorld heads = new HeadWorld(61);
    private final DropProducers step = new DropProducers(heads.world.store.items());

    /** The whole minute of its last append counts as the time of the append. */
    private final Instant minute = heads.world.now().truncatedTo(ChronoUnit.MINUTES);

    @Test
    void aProducerIsForgottenADayAfterItsLastAppend() {
        appended(5, minute);
        Instant due = minute.plus(Duration.ofMinutes(1)).plus(DropProducers.EXPIRATION);
        heads.world.passes(Duration.between(heads.world.now(), due.minus(MILLI)));
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idleUntil(due));
        assertThat(heads.head().producers()).containsOnlyKeys(5L);

        heads.world.passes(MILLI);
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idle());
        assertThat(heads.head().producers()).isEmpty();
        assertThat(heads.world.items(heads.partition).toString()).doesNotContain("{5=");
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 66, 200})
    void ofMoreThanSixtyFourTheOldestIdleOnesGo(int count) {
        for (int i = 0; i < count; i++) {
            appended(i, minute.minus(Duration.ofMinutes(20 + count - i)));
        }

        heads.runAll(step);

        int kept = Math.min(count, DropProducers.MAX_KEPT);
        assertThat(heads.head().producers().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(count - kept, count).boxed().toList());
    }

    @Test
    void producersThatAreNotIdleStayHoweverMany() {
        for (int i = 0; i < 100; i++) {
            appended(i, minute.minus(Duration.ofMinutes(10)));
        }
        Instant due = minute.minus(Duration.ofMinutes(9)).plus(DropProducers.MAX_IDLE);
        assertThat(heads.runAll(step)).isEqualTo(StepOutcome.idleUntil(due));
        assertThat(heads.head().producers()).hasSize(100);

        heads.world.passes(Duration.between(heads.world.now(), due));
        heads.runAll(step);
        assertThat(heads.head().producers()).hasSize(64);
    }

    @Test
    void aProducerThatAppendsMeanwhileIsKept() {
        appended(5, minute);
        heads.world.passes(Duration.ofDays(2));
        Head seen = heads.head();
        appended(5, heads.world.now());

        assertThat(heads.run(step, seen)).isInstanceOf(StepOutcome.Skipped.class);
        assertThat(heads.head().producers()).containsOnlyKeys(5L);
    }

    private void appended(long producerId, Instant time) {
        ProducerState state = new ProducerState(
                (short) 3, 7, TimeUnit.MILLISECONDS.toMinutes(time.toEpochMilli()), List.of(new Batch(7, 0)));
        heads.update(Update.builder()
                .set(Head.producer(producerId), Value.of(ProducerItems.pack(state)))
                .set(Head.producerOffset(producerId), Value.of(0)));
    }
}
