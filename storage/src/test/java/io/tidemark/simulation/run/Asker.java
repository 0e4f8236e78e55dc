package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.log.ListedOffset;
import io.tidemark.record.Answer;
import io.tidemark.record.LogRecord;
import io.tidemark.simulation.World;
import java.util.Optional;
import java.util.Random;

/** Looks offsets up: invariant I6. */
record Asker(LogProcess process, History history, Times times, Random random) implements Runnable {
    private static final int QUESTIONS = 30;
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;

    @Override
    public void run() {
        for (int i = 0; i < QUESTIONS; i++) {
            ask(random.nextInt(4) == 0 ? -1 - random.nextInt(3) : times.asked());
        }
    }

    private void ask(long timestamp) {
        int mark = history.mark();
        Optional<Answer<ListedOffset>> answer = process.ask(log -> World.list(log, 0, timestamp));
        if (answer.isPresent() && answer.get() instanceof Answer.Given<ListedOffset> given) {
            claim(history, mark, timestamp, given.value());
            return;
        }
        assertThat(process.wasFaulty()).as("%s", answer).isTrue();
    }

    /** The answer is that of a scan at one of the moments since the mark. */
    static void claim(History history, int mark, long timestamp, ListedOffset answer) {
        history.claimScan("lookup of " + timestamp, mark, answer, moment -> scan(history, moment, timestamp));
    }

    private static ListedOffset scan(History history, History.Moment moment, long timestamp) {
        if (timestamp == LATEST) {
            return at(moment.high(), Optional.empty());
        }
        if (timestamp == EARLIEST) {
            return at(moment.low(), Optional.empty());
        }
        Optional<LogRecord> found =
                timestamp == MAX_TIMESTAMP ? history.scanMaximum(moment) : history.scan(moment, timestamp);
        return found.map(match -> at(match.offset(), Optional.of(match.timestampMs())))
                .orElse(ListedOffset.NO_MATCH);
    }

    private static ListedOffset at(long offset, Optional<Long> timestampMs) {
        return new ListedOffset(Optional.of(offset), timestampMs, Optional.of(0));
    }
}
