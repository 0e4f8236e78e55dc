package io.tidemark.simulation.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.EnlistedPartition;
import io.tidemark.layout.TransactionItem;
import io.tidemark.layout.TransactionState;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.topic.PartitionId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The past of every transactional id, taken down from its item after each change of it: which transactions are open
 * where, and how each has ended, once and for ever.
 */
final class Coordinator {
    /** A transaction that is stored when its time is over already is looked at so much later at the latest. */
    private static final Duration LATEST_LOOK = Duration.ofSeconds(4);

    private final Map<ProducerEpoch, Boolean> decisions = new HashMap<>();
    private final Map<ProducerEpoch, Set<PartitionId>> unended = new HashMap<>();
    private final Map<ProducerEpoch, Instant> deadlines = new HashMap<>();
    private final Map<Long, Short> epochs = new HashMap<>();
    private final Map<ProducerEpoch, String> owners = new HashMap<>();

    /** @return the transaction that has just ended everywhere */
    Optional<ProducerEpoch> observe(TransactionItem item, Instant now) {
        ProducerEpoch next = item.next();
        assertThat(next.epoch())
                .as("epochs of %s rise", item)
                .isGreaterThanOrEqualTo(epochs.getOrDefault(next.producerId(), (short) 0));
        epochs.put(next.producerId(), next.epoch());
        if (item.state() instanceof TransactionState.Ongoing ongoing) {
            assertThat(decisions).as("%s is over and cannot go on", next).doesNotContainKey(next);
            grow(next, partitions(ongoing.partitions()));
            Instant looked = now.plus(LATEST_LOOK);
            Instant deadline = item.deadline().orElseThrow();
            deadlines.putIfAbsent(next, deadline.isAfter(looked) ? deadline : looked);
        } else if (item.state() instanceof TransactionState.Prepare prepare) {
            decide(prepare.transaction(), prepare.committed());
            assertThat(partitions(prepare.partitions()))
                    .as("%s ends where it was", prepare)
                    .isEqualTo(unended.get(prepare.transaction()));
        } else if (item.state() instanceof TransactionState.Complete complete) {
            decide(complete.transaction(), complete.committed());
            unended.remove(complete.transaction());
            return Optional.of(complete.transaction());
        }
        return Optional.empty();
    }

    private void grow(ProducerEpoch transaction, Set<PartitionId> partitions) {
        assertThat(partitions)
                .as("no partition of %s is forgotten", transaction)
                .containsAll(unended.getOrDefault(transaction, Set.of()));
        unended.put(transaction, partitions);
    }

    private void decide(ProducerEpoch transaction, boolean committed) {
        Boolean before = decisions.putIfAbsent(transaction, committed);
        assertThat(before)
                .as("the end of %s never changes", transaction)
                .satisfiesAnyOf(
                        known -> assertThat(known).isNull(),
                        known -> assertThat(known).isEqualTo(committed));
    }

    private static Set<PartitionId> partitions(Set<EnlistedPartition> enlisted) {
        Set<PartitionId> partitions = new HashSet<>();
        enlisted.forEach(each -> partitions.add(each.partition()));
        return partitions;
    }

    /** Whether it was committed; absent while that is not decided. */
    Optional<Boolean> decision(ProducerEpoch transaction) {
        return Optional.ofNullable(decisions.get(transaction));
    }

    /** Whether it is known that the transaction writes to this partition, and it has not ended everywhere. */
    boolean watches(ProducerEpoch transaction, PartitionId partition) {
        return unended.getOrDefault(transaction, Set.of()).contains(partition);
    }

    /** Whether it must have been aborted by a run of maintenance that began at this time. */
    boolean isOverdue(ProducerEpoch transaction, Instant begin) {
        return !deadlines.getOrDefault(transaction, Instant.MAX).isAfter(begin);
    }

    /** Whether the transaction, or one that may begin in this epoch, was ended, or its epoch is over. */
    boolean isOver(ProducerEpoch transaction) {
        return decisions.containsKey(transaction)
                || epochs.getOrDefault(transaction.producerId(), (short) 0) > transaction.epoch();
    }

    /** Whether nothing of the transaction can be written any more: before, it is only decided how it ends. */
    boolean isEnded(ProducerEpoch transaction) {
        return isOver(transaction) && !unended.containsKey(transaction);
    }

    /** Whom an epoch was given to: no two producers may have the same. */
    void given(ProducerEpoch epoch, String owner) {
        assertThat(owners.merge(epoch, owner, (first, second) -> first))
                .as("who has %s", epoch)
                .isEqualTo(owner);
    }

    /** Transactions that are not ended everywhere. */
    Set<ProducerEpoch> unended() {
        return Set.copyOf(unended.keySet());
    }
}
