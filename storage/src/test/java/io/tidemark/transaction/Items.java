package io.tidemark.transaction;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.record.KafkaError;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Coordinator items in every state, all of producer 7 whose epoch to use is 5. */
final class Items {
    static final TransactionalId ID = new TransactionalId("payments");
    static final Instant NOW = Instant.ofEpochMilli(1_790_000_000_000L);
    static final Instant STARTED = NOW.minusSeconds(20);
    static final ProducerEpoch CURRENT = epoch(7, 5);
    static final ProducerEpoch BEFORE = epoch(7, 4);
    static final EnlistedPartition P0 = partition(0);
    static final EnlistedPartition P1 = partition(1);

    /** Where a new producer id is needed. */
    static final LongSupplier FRESH = () -> 900;

    /** Where none is. */
    static final LongSupplier NONE = () -> {
        throw new AssertionError("a producer id was taken");
    };

    private Items() {}

    static TransactionItem item(TransactionState state) {
        return item(CURRENT, state);
    }

    static TransactionItem item(ProducerEpoch next, TransactionState state) {
        return new TransactionItem(ID, next, Duration.ofMinutes(1), state, NOW.minusSeconds(10), 77);
    }

    static TransactionState empty() {
        return new TransactionState.Empty(Optional.empty());
    }

    static TransactionState emptyAfterBefore() {
        return new TransactionState.Empty(Optional.of(BEFORE));
    }

    static TransactionState.Ongoing ongoing() {
        return new TransactionState.Ongoing(STARTED, Set.of(P0));
    }

    static TransactionState.Prepare prepare(boolean committed) {
        return new TransactionState.Prepare(BEFORE, committed, STARTED, Set.of(P0));
    }

    static TransactionState.Complete complete(boolean committed) {
        return new TransactionState.Complete(BEFORE, committed);
    }

    /** A state by its Kafka name; {@code Empty+} is one whose producer named the epoch before. */
    static TransactionState named(String name) {
        return switch (name) {
            case "Empty" -> empty();
            case "Empty+" -> emptyAfterBefore();
            case "Ongoing" -> ongoing();
            case "PrepareCommit" -> prepare(true);
            case "PrepareAbort" -> prepare(false);
            case "CompleteCommit" -> complete(true);
            case "CompleteAbort" -> complete(false);
            default -> throw new IllegalArgumentException(name);
        };
    }

    static ProducerEpoch epoch(long producerId, int epoch) {
        return new ProducerEpoch(producerId, (short) epoch);
    }

    static EnlistedPartition partition(int number) {
        return new EnlistedPartition(
                new TopicName("orders"),
                new PartitionId(TopicId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"), number));
    }

    /** A verdict in a few words: the error, or the state that is written and its epoch. */
    static String told(Verdict verdict) {
        if (verdict instanceof Verdict.Refused refused) {
            return refused.refusal().error().name();
        }
        if (verdict instanceof Verdict.FinishFirst) {
            return "finish first";
        }
        if (verdict instanceof Verdict.Stands stands) {
            return "stands " + stands.item().next();
        }
        TransactionItem written = ((Verdict.Write) verdict).item();
        return written.state().text() + " " + written.next();
    }

    static KafkaError error(Verdict verdict) {
        return ((Verdict.Refused) verdict).refusal().error();
    }

    static TransactionItem written(Verdict verdict) {
        return ((Verdict.Write) verdict).item();
    }
}
