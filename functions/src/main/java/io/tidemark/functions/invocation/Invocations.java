package io.tidemark.functions.invocation;

import com.amazonaws.services.lambda.runtime.Context;
import io.tidemark.record.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Where every call of a function begins and ends. Thread-safe. */
public final class Invocations {
    private final Clock clock;
    private final Duration commitMargin;
    private final Observer observer;
    private final AtomicBoolean cold = new AtomicBoolean(true);

    /** @param commitMargin what must be left of a call's time for a commit to begin */
    public Invocations(Clock clock, Duration commitMargin, Observer observer) {
        this.clock = clock;
        this.commitMargin = commitMargin;
        this.observer = observer;
    }

    /**
     * Runs one call.
     *
     * @param function the handler's name
     * @param context Lambda's
     */
    public <T> T run(String function, Context context, Function<Invocation, T> work) {
        Instant begun = clock.instant();
        Instant end = begun.plusMillis(context.getRemainingTimeInMillis());
        Invocation invocation = new Invocation(
                function,
                context.getAwsRequestId(),
                cold.getAndSet(false),
                new Deadline(end.minus(commitMargin)),
                clock);
        observer.began(invocation);
        try {
            return work.apply(invocation);
        } finally {
            observer.ended(invocation, Duration.between(begun, clock.instant()));
        }
    }

    /** The next call is the first one of a process that was restored from a snapshot. */
    public void restored() {
        cold.set(true);
    }
}
