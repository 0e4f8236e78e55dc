package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.Fetched;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.World;
import java.util.Random;

/** Reads from the log start up to the high watermark, again and again: invariant I4. Used by one thread. */
final class Follower implements Runnable {
    private static final int FETCHES = 40;
    private static final int MAX_SIZE_BYTES = 1_500;

    private final Reading reading;
    private final History history;
    private final Random random;

    Follower(LogProcess process, History history, Random random) {
        this.reading = new Reading(process);
        this.history = history;
        this.random = random;
    }

    @Override
    public void run() {
        for (int i = 0; i < FETCHES; i++) {
            int mark = history.mark();
            int sizeBytes = 1 + random.nextInt(MAX_SIZE_BYTES);
            reading.fetch((log, next) -> World.fetch(log, 0, next, sizeBytes))
                    .ifPresent(fetched -> read(fetched, mark));
        }
    }

    private void read(Fetched fetched, int mark) {
        assertThat(history.during(mark))
                .contains(new History.Moment(fetched.logStartOffset(), fetched.highWatermark()));
        long next = reading.next();
        if (fetched.batches().isEmpty()) {
            assertThat(next).isEqualTo(fetched.highWatermark());
        }
        for (StoredBatch batch : fetched.batches()) {
            assertThat(batch.baseOffset()).isLessThanOrEqualTo(next);
            for (LogRecord found : batch.records()) {
                if (found.offset() >= next) {
                    assertThat(found.offset()).as("nothing is skipped").isEqualTo(next);
                    next++;
                    history.claim(
                            () -> assertThat(history.recordAt(found.offset())).isEqualTo(found));
                }
            }
        }
        assertThat(fetched.nextOffset()).isEqualTo(next);
        assertThat(next).isLessThanOrEqualTo(fetched.highWatermark());
        reading.moveTo(next);
    }
}
