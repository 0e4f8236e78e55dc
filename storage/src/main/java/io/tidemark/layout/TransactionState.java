package io.tidemark.layout;

import io.tidemark.producer.ProducerEpoch;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where a transactional id stands.
 *
 * <p>Source of the states: {@code org.apache.kafka.coordinator.transaction.TransactionState}.
 */
public sealed interface TransactionState {

    /** Kafka's name of the state, which is stored. */
    String text();

    /**
     * Nothing was sent in this epoch.
     *
     * @param before the epoch that the producer named when it asked for this one; when it asks again, its reply was
     *     lost (KIP-360)
     */
    record Empty(Optional<ProducerEpoch> before) implements TransactionState {
        static final String TEXT = "Empty";

        @Override
        public String text() {
            return TEXT;
        }
    }

    /** The current epoch's transaction is open in these partitions, or is about to be. */
    record Ongoing(Instant startedAt, Set<EnlistedPartition> partitions) implements TransactionState {
        static final String TEXT = "Ongoing";

        public Ongoing {
            partitions = Set.copyOf(partitions);
        }

        public Ongoing with(Collection<EnlistedPartition> more) {
            Set<EnlistedPartition> all = new HashSet<>(partitions);
            all.addAll(more);
            return new Ongoing(startedAt, all);
        }

        /** The decision, from which there is no way back. */
        public Prepare decided(ProducerEpoch transaction, boolean committed) {
            return new Prepare(transaction, committed, startedAt, partitions);
        }

        @Override
        public String text() {
            return TEXT;
        }
    }

    /**
     * It is decided how the transaction ends, and whoever finds this writes the markers.
     *
     * @param transaction the epoch that ends; the item names the next one already
     */
    record Prepare(ProducerEpoch transaction, boolean committed, Instant startedAt, Set<EnlistedPartition> partitions)
            implements TransactionState {
        static final String COMMIT = "PrepareCommit";
        static final String ABORT = "PrepareAbort";

        public Prepare {
            partitions = Set.copyOf(partitions);
        }

        public Complete complete() {
            return new Complete(transaction, committed);
        }

        @Override
        public String text() {
            return committed ? COMMIT : ABORT;
        }
    }

    /**
     * The transaction has ended in every partition.
     *
     * @param transaction the epoch that ended
     */
    record Complete(ProducerEpoch transaction, boolean committed) implements TransactionState {
        static final String COMMIT = "CompleteCommit";
        static final String ABORT = "CompleteAbort";

        @Override
        public String text() {
            return committed ? COMMIT : ABORT;
        }
    }
}
