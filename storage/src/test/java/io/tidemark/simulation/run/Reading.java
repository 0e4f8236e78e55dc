package io.tidemark.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Tidemark;
import io.tidemark.log.FetchAnswer;
import io.tidemark.log.Fetched;
import java.util.Optional;
import java.util.function.BiFunction;

/** Where a reader stands in a partition of which others delete. Used by one thread. */
public final class Reading {
    private final LogProcess process;
    private long next;

    public Reading(LogProcess process) {
        this.process = process;
    }

    public long next() {
        return next;
    }

    public void moveTo(long offset) {
        next = offset;
    }

    /**
     * Fetches from where it stands.
     *
     * @return absent where a fault was in the way, and where that is deleted: then it stands at the log start
     */
    public Optional<Fetched> fetch(BiFunction<Tidemark, Long, FetchAnswer> request) {
        Optional<FetchAnswer> answer = process.ask(log -> request.apply(log, next));
        if (answer.isEmpty() || answer.get() instanceof FetchAnswer.Refused) {
            assertThat(process.wasFaulty()).as("%s", answer).isTrue();
            return Optional.empty();
        }
        if (answer.get() instanceof FetchAnswer.OutOfRange outOfRange) {
            assertThat(next).as("only what is deleted is out of range").isLessThan(outOfRange.logStartOffset());
            next = outOfRange.logStartOffset();
            return Optional.empty();
        }
        return Optional.of((Fetched) answer.get());
    }
}
