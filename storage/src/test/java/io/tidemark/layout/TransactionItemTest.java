package io.tidemark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.producer.TransactionalId;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.Value;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TransactionItemTest {
    private static final EnlistedPartition ONE = partition("a.b_c", "0f8fad5b-d9cb-469f-a165-70867728950e", 0);
    private static final EnlistedPartition OTHER = partition("orders", "7c9e6679-7425-40de-944b-e07fc1f90ae7", 12);
    private static final Instant STARTED = Instant.ofEpochMilli(1_700_000_000_123L);

    static Map<String, TransactionItem> items() {
        return Map.of(
                "transaction-new.txt",
                item(epoch(4_000, 0), new TransactionState.Empty(Optional.empty()), 123, -7),
                "transaction-empty.txt",
                item(epoch(4_000, 3), new TransactionState.Empty(Optional.of(epoch(4_000, 2))), 123, 8),
                "transaction-ongoing.txt",
                item(epoch(4_000, 3), new TransactionState.Ongoing(STARTED, Set.of(ONE, OTHER)), 456, 9),
                "transaction-prepare-commit.txt",
                item(
                        epoch(5_000, 0),
                        new TransactionState.Prepare(epoch(4_000, 32_766), true, STARTED, Set.of(OTHER)),
                        789,
                        10),
                "transaction-prepare-abort.txt",
                item(epoch(4_000, 4), new TransactionState.Prepare(epoch(4_000, 3), false, STARTED, Set.of()), 789, 11),
                "transaction-complete-commit.txt",
                item(epoch(5_000, 0), new TransactionState.Complete(epoch(4_000, 32_766), true), 789, 12),
                "transaction-complete-abort.txt",
                item(epoch(4_000, 4), new TransactionState.Complete(epoch(4_000, 3), false), 789, 13));
    }

    static Set<String> files() {
        return items().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyStateIsStoredAsItsGoldenItem(String file) {
        TransactionItem item = Optional.ofNullable(items().get(file)).orElseThrow();
        GoldenItem golden = GoldenItem.read(file);

        assertThat(new GoldenItem(TransactionItem.key(item.id()), item.encode()))
                .isEqualTo(golden);
        assertThat(TransactionItem.decode(golden.key(), golden.item())).isEqualTo(item);
    }

    @Test
    void rangeHoldsEveryId() {
        for (String id : Set.of("!", "orders", "\u0001", "\uD83D\uDE00", "~~")) {
            assertThat(TransactionItem.key(new TransactionalId(id)))
                    .isBetween(
                            new ItemKey(
                                    "X",
                                    TransactionItem.range(Optional.empty(), 5).from()),
                            new ItemKey(
                                    "X",
                                    TransactionItem.range(Optional.empty(), 5).to()));
        }
    }

    @ParameterizedTest
    @CsvSource({"transaction-ongoing.txt, 60123", "transaction-empty.txt,", "transaction-prepare-commit.txt,"})
    void onlyAnOpenTransactionHasADeadline(String file, Long afterMs) {
        assertThat(read(file).deadline())
                .isEqualTo(Optional.ofNullable(afterMs).map(ms -> Instant.ofEpochMilli(1_700_000_000_000L + ms)));
    }

    @Test
    void refusesANewerLayoutAndWhatIsDamaged() {
        GoldenItem golden = GoldenItem.read("transaction-prepare-commit.txt");

        assertUnreadable(golden, golden.with("v", Value.of(LayoutVersion.CURRENT + 1)), "has layout version 2");
        assertUnreadable(golden, golden.with("state", Value.of("Dead")), "state is not a known state");
        assertUnreadable(golden, golden.with("epoch", Value.of(32_768)), "epoch is not");
        assertUnreadable(golden, golden.with("before", Value.of("4000")), "before is not");
        assertUnreadable(golden, golden.without("started"), "started is missing");
        assertUnreadable(
                golden,
                golden.with("partitions", new Value.Dictionary(Map.of("x#1", Value.of("orders")))),
                "partitions is not a map of partitions");
    }

    private static void assertUnreadable(GoldenItem golden, Item item, String message) {
        assertThatThrownBy(() -> TransactionItem.decode(golden.key(), item))
                .isInstanceOf(UnreadableItemException.class)
                .hasMessageContaining(message);
    }

    private static TransactionItem read(String file) {
        GoldenItem golden = GoldenItem.read(file);
        return TransactionItem.decode(golden.key(), golden.item());
    }

    private static TransactionItem item(ProducerEpoch next, TransactionState state, int changedMs, long revision) {
        return new TransactionItem(
                new TransactionalId("orders-1"),
                next,
                Duration.ofMinutes(1),
                state,
                Instant.ofEpochMilli(1_700_000_000_000L + changedMs),
                revision);
    }

    private static ProducerEpoch epoch(long producerId, int epoch) {
        return new ProducerEpoch(producerId, (short) epoch);
    }

    private static EnlistedPartition partition(String topic, String id, int partition) {
        return new EnlistedPartition(new TopicName(topic), new PartitionId(TopicId.parse(id), partition));
    }
}
