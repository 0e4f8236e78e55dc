package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.simulation.RawBatches;
import io.tidemark.simulation.World;
import java.util.Optional;
import java.util.Random;

/** Appends plain batches and never sends one again. */
record PlainProducer(LogProcess process, History history, Times times, Random random, String name) implements Runnable {
    private static final int BATCHES = 30;

    @Override
    public void run() {
        for (int i = 0; i < BATCHES; i++) {
            append(name + "-" + i, times.next(1 + random.nextInt(3)));
        }
    }

    private void append(String batch, long... timestampsMs) {
        Optional<Answer<Produced>> answer =
                process.ask(log -> World.produce(log, 0, RawBatches.plain(batch, timestampsMs)));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<Produced> given) {
            acknowledged(history, batch, given.value().baseOffset(), timestampsMs);
            return;
        }
        assertThat(process.wasFaulty()).as("%s: %s", batch, answer).isTrue();
        for (int i = 0; i < timestampsMs.length; i++) {
            String value = batch + "." + i;
            history.claim(() -> assertThat(history.offsetsOf(value)).as(value).hasSizeLessThan(2));
        }
    }

    /** Invariants I1 and I2: each record is there when the append is answered, at its offset, and once for ever. */
    static void acknowledged(History history, String batch, long baseOffset, long... timestampsMs) {
        assertThat(history.now().high()).as(batch).isGreaterThanOrEqualTo(baseOffset + timestampsMs.length);
        for (int i = 0; i < timestampsMs.length; i++) {
            String value = batch + "." + i;
            long offset = baseOffset + i;
            long timestampMs = timestampsMs[i];
            history.claim(() -> {
                assertThat(history.offsetsOf(value)).as(value).containsExactly(offset);
                assertThat(history.recordAt(offset).timestampMs()).as(value).isEqualTo(timestampMs);
            });
        }
    }
}
