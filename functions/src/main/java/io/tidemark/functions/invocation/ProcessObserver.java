package io.tidemark.functions.invocation;

import io.tidemark.store.metered.StoreMeter;
import io.tidemark.store.metered.StoreReading;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Names the call in log lines, and tells its numbers. For a process that has one call at a time, as Lambda's have: what
 * the stores were asked for meanwhile was asked for by it.
 */
public final class ProcessObserver implements Observer {
    private final Clock clock;
    private final LogLines log;
    private final StoreMeter meter;
    private final Optional<MetricLine> metrics;
    private final Consumer<String> output;
    private StoreReading before;

    private ProcessObserver(
            Clock clock, LogLines log, StoreMeter meter, Optional<MetricLine> metrics, Consumer<String> output) {
        this.clock = clock;
        this.log = log;
        this.meter = meter;
        this.metrics = metrics;
        this.output = output;
        this.before = meter.reading();
    }

    /** Without metrics. */
    public static ProcessObserver of(Clock clock, LogLines log, StoreMeter meter) {
        return new ProcessObserver(clock, log, meter, Optional.empty(), line -> {});
    }

    /**
     * With metrics.
     *
     * @param output takes a line for each call
     */
    public ProcessObserver telling(MetricLine line, Consumer<String> output) {
        return new ProcessObserver(clock, log, meter, Optional.of(line), output);
    }

    @Override
    public void began(Invocation invocation) {
        log.began(invocation);
        before = meter.reading();
    }

    @Override
    public void ended(Invocation invocation, Duration elapsed) {
        StoreReading used = meter.reading().minus(before);
        invocation.add(Metric.READ_UNITS, used.itemReads().readUnits());
        invocation.add(Metric.WRITE_UNITS, used.itemWrites().writeUnits());
        invocation.add(Metric.CONFLICTS, used.itemWrites().refused());
        invocation.add(Metric.OBJECT_READS, used.objectReads().gets());
        invocation.add(Metric.OBJECT_WRITES, used.objectWrites().puts());
        metrics.ifPresent(line -> output.accept(line.of(invocation, elapsed, clock.instant())));
        log.ended();
    }
}
