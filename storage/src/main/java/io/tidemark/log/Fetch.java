package io.tidemark.log;

import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.PartitionView;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Partitions.Found;
import io.tidemark.partition.ReadingRule;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import java.time.Duration;

/**
 * Kafka's Fetch of one partition: whole batches from the one that holds the offset on. Thread-safe.
 *
 * <p>Source: {@code kafka.server.ReplicaManager.readFromLog} and {@code kafka.cluster.Partition.readRecords}.
 */
public final class Fetch {
    /** More is never answered at once, whatever is asked for; Kafka's {@code fetch.max.bytes}. */
    public static final int MAX_SIZE_BYTES = 55 << 20;

    /** A longer wait is cut to this. */
    public static final Duration MAX_WAIT = Duration.ofSeconds(20);

    /** How long a waiting fetch lets pass between two looks at the head. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Partitions partitions;
    private final ReadingRule rule;
    private final Environment environment;

    public Fetch(Partitions partitions, ReadingRule rule, Environment environment) {
        this.partitions = partitions;
        this.rule = rule;
        this.environment = environment;
    }

    /** Reads, and waits where there is nothing to read yet. */
    public FetchAnswer fetch(FetchRequest request) {
        return PartitionEdge.guard(request.partition(), () -> answer(request), FetchAnswer.Refused::new);
    }

    private FetchAnswer answer(FetchRequest request) {
        Answer<Found> found =
                LeaderEpoch.check(request.currentLeaderEpoch()).then(current -> partitions.find(request.partition()));
        return found instanceof Answer.Given<Found> given
                ? waitFor(request, given.value())
                : new FetchAnswer.Refused(((Answer.Refused<Found>) found).refusal());
    }

    private FetchAnswer waitFor(FetchRequest request, Found found) {
        long looks = 1 + Math.min(request.maxWait().toMillis(), MAX_WAIT.toMillis()) / BETWEEN_LOOKS.toMillis();
        for (long look = 1; ; look++) {
            FetchAnswer answer = look(request, found);
            boolean empty = answer instanceof Fetched fetched && fetched.nextOffset() == request.offset();
            if (!empty || look >= looks || Thread.currentThread().isInterrupted()) {
                return answer;
            }
            environment.pause().pause(BETWEEN_LOOKS);
        }
    }

    private FetchAnswer look(FetchRequest request, Found found) {
        return rule.ask(found.id(), view -> read(request, view))
                .orElseGet(() -> new FetchAnswer.Refused(partitions.gone(found.topic())));
    }

    private static FetchAnswer read(FetchRequest request, PartitionView view) {
        long low = view.logStartOffset();
        long high = view.highWatermark();
        if (request.offset() < low || request.offset() > high) {
            return new FetchAnswer.OutOfRange(
                    new Refusal(
                            KafkaError.OFFSET_OUT_OF_RANGE,
                            "Offset " + request.offset() + " is out of range: the partition has " + low + " to " + high
                                    + "."),
                    low,
                    high);
        }
        return new FetchPlan(request, view).read();
    }
}
