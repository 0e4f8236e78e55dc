package io.tidemark.local.lambda;

import io.tidemark.record.Bytes;
import io.tidemark.store.Environment;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Invokes a function as EventBridge would on a schedule, with an empty event, one run at a time. */
public final class Schedule implements AutoCloseable {
    private static final Bytes SCHEDULED = Bytes.utf8("{}");
    private static final Duration LAST_RUN = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final LocalFunction<?, ?> function;
    private final Environment environment;
    private final Optional<ScheduledFuture<?>> runs;

    /** @param interval absent for never */
    public Schedule(LocalFunction<?, ?> function, Environment environment, Optional<Duration> interval) {
        this.function = function;
        this.environment = environment;
        this.runs = interval.map(pause ->
                executor.scheduleWithFixedDelay(this::run, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** A run that fails says so in the log, and the next one comes all the same. */
    private void run() {
        String requestId = RequestIds.next(environment.random());
        try {
            Bytes answer =
                    function.handleJson(SCHEDULED, new LocalContext(function.name(), requestId, environment.clock()));
            LOG.debug("scheduled function={} request={} answer={}", function.name(), requestId, answer.utf8());
        } catch (IOException | RuntimeException e) {
            LOG.error("scheduled function failed function={} request={}", function.name(), requestId, e);
        }
    }

    /** Waits for a run that has begun, as long as one may take. */
    @Override
    public void close() {
        runs.ifPresent(next -> next.cancel(false));
        executor.shutdown();
        try {
            if (!executor.awaitTermination(LAST_RUN.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("scheduled function did not end in time function={}", function.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
