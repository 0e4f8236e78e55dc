package io.tidemark.transaction;

import io.tidemark.producer.ProducerEpoch;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;

/** Ends transactions in partitions: the part of an end that comes after the decision. */
public interface PartitionEnds {

    /**
     * Ends the transaction in one partition and fences its late batches: when this returns, the head shows it neither
     * open nor aborting, and no batch of its epoch applies any more. May be repeated and may run several times at
     * once; a partition that never saw the transaction, or is deleted, is none the worse for it.
     *
     * @param topic the partition's topic; a deleted one, or another one of that name, does no harm
     * @param committed whether its records are visible
     * @throws io.tidemark.store.StoreUnavailableException where it is not done; to be called again
     */
    void end(TopicName topic, PartitionId partition, ProducerEpoch transaction, boolean committed);
}
