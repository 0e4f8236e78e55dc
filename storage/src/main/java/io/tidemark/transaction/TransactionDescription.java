package io.tidemark.transaction;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.topic.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Kafka's DescribeTransactions.
 *
 * @param state Kafka's name
 * @param producer producer id and epoch to use
 * @param startedAt of the transaction that is open, or not ended everywhere
 * @param partitions of the same, in order of topic and number; one of a topic that was deleted and created again is
 *     named once
 */
public record TransactionDescription(
        String transactionalId,
        String state,
        ProducerEpoch producer,
        Duration timeout,
        Optional<Instant> startedAt,
        List<TopicPartition> partitions) {
    public TransactionDescription {
        partitions = List.copyOf(partitions);
    }

    /**
     * A part of the list of transactional ids.
     *
     * @param next gives the next part; absent at the end
     */
    public record Page(List<TransactionDescription> transactions, Optional<String> next) {
        public Page {
            transactions = List.copyOf(transactions);
        }
    }

    static TransactionDescription of(TransactionItem item) {
        Optional<Instant> started = Optional.empty();
        Set<EnlistedPartition> enlisted = Set.of();
        if (item.state() instanceof TransactionState.Ongoing ongoing) {
            started = Optional.of(ongoing.startedAt());
            enlisted = ongoing.partitions();
        } else if (item.state() instanceof TransactionState.Prepare prepare) {
            started = Optional.of(prepare.startedAt());
            enlisted = prepare.partitions();
        }
        return new TransactionDescription(
                item.id().value(),
                item.state().text(),
                item.next(),
                item.timeout(),
                started,
                enlisted.stream()
                        .map(each -> new TopicPartition(
                                each.topic(), each.partition().partition()))
                        .distinct()
                        .sorted(Comparator.comparing(
                                        (TopicPartition each) -> each.topic().value())
                                .thenComparingInt(TopicPartition::partition))
                        .toList());
    }
}
