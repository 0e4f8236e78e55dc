package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.FetchAnswer;
import io.tidemark.log.Fetched;
import io.tidemark.record.LogRecord;
import io.tidemark.record.StoredBatch;
import io.tidemark.simulation.World;
import java.util.Optional;
import java.util.Random;

/** Reads from the log start up to the high watermark, again and again: invariant I4. Used by one thread. */
final class Follower implements Runnable {
    private static final int FETCHES = 40;
    private static final int MAX_SIZE_BYTES = 1_500;

    private final LogProcess process;
    private final History history;
    private final Random random;
    private long next;

    Follower(LogProcess process, History history, Random random) {
        this.process = process;
        this.history = history;
        this.random = random;
    }

    @Override
    public void run() {
        for (int i = 0; i < FETCHES; i++) {
            int mark = history.mark();
            int sizeBytes = 1 + random.nextInt(MAX_SIZE_BYTES);
            Optional<FetchAnswer> answer = process.ask(log -> World.fetch(log, 0, next, sizeBytes));
            if (answer.isEmpty() || answer.get() instanceof FetchAnswer.Refused) {
                assertThat(process.wasFaulty()).as("%s", answer).isTrue();
            } else if (answer.get() instanceof FetchAnswer.OutOfRange outOfRange) {
                assertThat(next).as("only what is deleted is out of range").isLessThan(outOfRange.logStartOffset());
                next = outOfRange.logStartOffset();
            } else {
                read((Fetched) answer.get(), mark);
            }
        }
    }

    private void read(Fetched fetched, int mark) {
        assertThat(history.during(mark))
                .contains(new History.Moment(fetched.logStartOffset(), fetched.highWatermark()));
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
    }
}
