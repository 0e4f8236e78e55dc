package io.tidemark.functions.invocation;

import io.tidemark.record.Answer;
import io.tidemark.record.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One call of a function. What is counted is counted by the handler's thread; what log lines name may be read by any.
 */
public final class Invocation {
    private final String function;
    private final String requestId;
    private final boolean coldStart;
    private final Deadline deadline;
    private final Clock clock;
    private final Map<Metric, Long> counts = new EnumMap<>(Metric.class);
    private final Map<String, Long> errors = new TreeMap<>();
    private volatile Subject subject = new Subject("", Optional.empty(), Optional.empty());

    Invocation(String function, String requestId, boolean coldStart, Deadline deadline, Clock clock) {
        this.function = function;
        this.requestId = requestId;
        this.coldStart = coldStart;
        this.deadline = deadline;
        this.clock = clock;
        add(Metric.REQUESTS, 1);
        add(Metric.COLD_STARTS, coldStart ? 1 : 0);
    }

    /**
     * What it is about.
     *
     * @param operation its name in the API description; empty where none is known
     * @param topic as the client wrote it
     */
    public record Subject(String operation, Optional<String> topic, Optional<String> partition) {}

    /** The handler's name. */
    public String function() {
        return function;
    }

    /** Lambda's id of this call. */
    public String requestId() {
        return requestId;
    }

    /** Whether it is the first call of its process, or the first after a restore. */
    public boolean coldStart() {
        return coldStart;
    }

    public Deadline deadline() {
        return deadline;
    }

    /** Whether there is too little time left to begin anything. */
    public boolean isLate() {
        return deadline.hasPassed(clock);
    }

    /** How long it may wait for something, {@code atMost} or less. */
    public Duration left(Duration atMost) {
        return deadline.left(clock, atMost);
    }

    public void isAbout(Subject known) {
        subject = known;
    }

    public Subject subject() {
        return subject;
    }

    public void add(Metric metric, long amount) {
        counts.merge(metric, amount, Long::sum);
    }

    /** @param name Kafka's error, or another word for what went wrong */
    public void failed(String name) {
        add(Metric.ERRORS, 1);
        errors.merge(name, 1L, Long::sum);
    }

    /** Counts the refusals among them. */
    public void answered(List<? extends Answer<?>> answers) {
        for (Answer<?> answer : answers) {
            if (answer instanceof Answer.Refused<?> refused) {
                failed(refused.refusal().error().name());
            }
        }
    }

    public long count(Metric metric) {
        return counts.getOrDefault(metric, 0L);
    }

    /** How often each error was answered. */
    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }
}
