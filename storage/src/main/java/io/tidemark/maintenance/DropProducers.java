package io.tidemark.maintenance;

import io.tidemark.layout.Head;
import io.tidemark.layout.LayoutVersion;
import io.tidemark.layout.ProducerItems;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.producer.ProducerState;
import io.tidemark.store.Condition;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Forgets idempotent producers that are idle, so that a head stays small: each one that has not appended for
 * {@link #EXPIRATION}, and while there are more than {@link #MAX_KEPT}, those idle for {@link #MAX_IDLE}, oldest first.
 * A producer that appends meanwhile, or has a transaction open, is kept.
 *
 * <p>From then on the floor stands for what is forgotten: it rises, in the same update, above every object that can be
 * as old as the producer's last batch or fence. A request of its that landed only now would meet a head that knows
 * nothing of it, and apply: a second time, or in a transaction that is ended. Thread-safe.
 *
 * <p>Source: {@code producer.id.expiration.ms} of Kafka's ProducerStateManager, which counts from record times; here it
 * is the time of the append.
 */
final class DropProducers implements Step {
    /** Kafka's default for {@code producer.id.expiration.ms}. */
    static final Duration EXPIRATION = Duration.ofDays(1);

    /** So many producers a head holds for as long as {@link #EXPIRATION} lets it. */
    static final int MAX_KEPT = 64;

    static final Duration MAX_IDLE = Duration.ofMinutes(15);

    /** How far two clocks that give object ids may lie apart; no append that is younger meets the floor. */
    static final Duration MAX_SKEW = Duration.ofMinutes(5);

    /** What one update may name: an update's expression is limited. */
    static final int MAX_DROPPED_AT_ONCE = 25;

    private static final Comparator<Map.Entry<Long, ProducerState>> OLDEST_FIRST = Comparator.comparingLong(
                    (Map.Entry<Long, ProducerState> producer) ->
                            producer.getValue().lastAppendMinute())
            .thenComparing(Map.Entry::getKey);

    private final Heads heads;

    DropProducers(ItemStore items) {
        this.heads = new Heads(items);
    }

    @Override
    public StepName name() {
        return StepName.DROP_PRODUCERS;
    }

    @Override
    public StepOutcome run(Job job) {
        Head head = job.head();
        List<Map.Entry<Long, ProducerState>> producers = head.producers().entrySet().stream()
                .filter(producer ->
                        head.transactions().openOf(producer.getKey()).isEmpty())
                .sorted(OLDEST_FIRST)
                .toList();
        if (producers.isEmpty()) {
            return StepOutcome.idle();
        }
        int tooMany = Math.max(0, head.producers().size() - MAX_KEPT);
        int dropped = 0;
        while (dropped < Math.min(producers.size(), MAX_DROPPED_AT_ONCE)
                && !job.now().isBefore(due(producers.get(dropped).getValue(), dropped < tooMany))) {
            dropped++;
        }
        if (dropped == 0) {
            return StepOutcome.idleUntil(due(producers.get(0).getValue(), tooMany > 0));
        }
        return heads.update(job.partition(), update(head, producers.subList(0, dropped)))
                        instanceof HeadOutcome.Applied applied
                ? new StepOutcome.Done(applied.head(), true)
                : new StepOutcome.Skipped("an idle producer appended, or the floor was changed, meanwhile");
    }

    /** A state knows only the minute of its append: it counts from that minute's end. */
    private static Instant due(ProducerState producer, boolean oneTooMany) {
        return Instant.ofEpochMilli(idleSinceMs(producer)).plus(oneTooMany ? MAX_IDLE : EXPIRATION);
    }

    private static long idleSinceMs(ProducerState producer) {
        return TimeUnit.MINUTES.toMillis(producer.lastAppendMinute() + 1);
    }

    private static Update update(Head head, List<Map.Entry<Long, ProducerState>> producers) {
        Update.Builder update = Update.builder().when(LayoutVersion.isCurrent());
        for (Map.Entry<Long, ProducerState> producer : producers) {
            long id = producer.getKey();
            update.when(Condition.equal(Head.producer(id), Value.of(ProducerItems.pack(producer.getValue()))))
                    .remove(Head.producer(id))
                    .remove(Head.producerOffset(id));
        }
        long aboveMs = MAX_SKEW.toMillis()
                + producers.stream()
                        .mapToLong(producer -> idleSinceMs(producer.getValue()))
                        .max()
                        .orElseThrow();
        if (head.floorMs() < aboveMs) {
            update.when(Condition.atMost(Head.FLOOR, aboveMs)).set(Head.FLOOR, Value.of(aboveMs));
        }
        return update.build();
    }
}
