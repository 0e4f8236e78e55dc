package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ObjectId;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drops closed attempts out of the head when they are old. From then on the floor stands for them: it rises above their
 * objects in the same update, so that the request of one still cannot apply, however late it lands. Thread-safe.
 */
final class DropAttempts implements Step {
    /** So long a closed attempt is kept; no append that is younger meets the floor. */
    static final Duration MAX_AGE = Duration.ofMinutes(10);

    /** What one update may name: an update's expression is limited. */
    static final int MAX_DROPPED_AT_ONCE = 25;

    private final Heads heads;

    DropAttempts(ItemStore items) {
        this.heads = new Heads(items);
    }

    @Override
    public StepName name() {
        return StepName.DROP_ATTEMPTS;
    }

    @Override
    public StepOutcome run(Job job) {
        Map<String, Long> closed = job.head().closedAttempts();
        long before = job.now().minus(MAX_AGE).toEpochMilli();
        List<String> old = closed.entrySet().stream()
                .filter(attempt -> attempt.getValue() < before && objectMs(attempt.getKey()) < before)
                .map(Map.Entry::getKey)
                .sorted()
                .limit(MAX_DROPPED_AT_ONCE)
                .toList();
        if (old.isEmpty()) {
            return closed.isEmpty() ? StepOutcome.idle() : StepOutcome.idleUntil(next(closed));
        }
        return heads.update(job.partition(), update(job.head(), old)) instanceof HeadOutcome.Applied applied
                ? new StepOutcome.Done(applied.head(), true)
                : new StepOutcome.Skipped("a closed attempt or the floor was changed meanwhile");
    }

    private static Instant next(Map<String, Long> closed) {
        long firstMs = closed.entrySet().stream()
                .mapToLong(attempt -> Math.max(attempt.getValue(), objectMs(attempt.getKey())))
                .min()
                .orElseThrow();
        return Instant.ofEpochMilli(firstMs + 1).plus(MAX_AGE);
    }

    private static Update update(Head head, List<String> attempts) {
        Update.Builder update = Update.builder().when(LayoutVersion.isCurrent());
        for (String name : attempts) {
            long closedMs = Optional.ofNullable(head.closedAttempts().get(name)).orElseThrow();
            update.when(Condition.equal(Head.closedAttempt(name), Value.of(closedMs)))
                    .remove(Head.closedAttempt(name));
        }
        long aboveMs =
                1 + attempts.stream().mapToLong(DropAttempts::objectMs).max().orElseThrow();
        if (head.floorMs() < aboveMs) {
            update.when(Condition.atMost(Head.FLOOR, aboveMs)).set(Head.FLOOR, Value.of(aboveMs));
        }
        return update.build();
    }

    /** The time of the attempt's object: its name begins with the object's id. */
    private static long objectMs(String attemptName) {
        return ObjectId.parse(attemptName.substring(0, Math.max(0, attemptName.indexOf('-'))))
                .map(ObjectId::timeMs)
                .orElse(0L);
    }
}
