package io.tidemark.log;

import io.tidemark.layout.Head;
import io.tidemark.partition.FanOut;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.LogStart;
import io.tidemark.partition.PartitionEdge;
import io.tidemark.partition.Partitions;
import io.tidemark.partition.Tails;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.Topic;
import io.tidemark.topic.TopicPartition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Kafka's DeleteRecords (KIP-107): moves the log start offset up, so that what is below does not count any more; its
 * items and objects are removed by maintenance. Thread-safe.
 *
 * <p>Source: {@code kafka.cluster.Partition.deleteRecordsOnLeader}.
 */
public final class DeleteRecords {
    /** A lost race is run again: somebody else moved the log start, or sealed, in between. */
    private static final int MAX_TRIES = 20;

    private final Partitions partitions;
    private final Tails tails;
    private final Heads heads;
    private final Executor executor;

    public DeleteRecords(Partitions partitions, Tails tails, Executor executor) {
        this.partitions = partitions;
        this.tails = tails;
        this.heads = new Heads(tails.items());
        this.executor = executor;
    }

    /** Each partition's log start offset afterwards; in the order of the request. */
    public List<Answer<Long>> delete(DeleteRecordsRequest request) {
        Map<Integer, Integer> named = new HashMap<>();
        request.partitions().forEach(entry -> named.merge(entry.partition(), 1, Integer::sum));
        return FanOut.map(executor, request.partitions(), entry -> {
            TopicPartition name = new TopicPartition(request.topic(), entry.partition());
            return named.getOrDefault(entry.partition(), 0) > 1
                    ? Answer.refused(
                            KafkaError.INVALID_REQUEST,
                            "Partition " + entry.partition() + " is named more than once in this request.")
                    : PartitionEdge.guard(name, () -> delete(name, entry));
        });
    }

    private Answer<Long> delete(TopicPartition name, DeleteRecordsRequest.Entry entry) {
        return partitions
                .findWritable(name)
                // the policy that refuses must not be an old one: whoever has just changed it would be refused
                .then(found ->
                        found.topic().config().isCompactOnly() ? partitions.findWritableNow(name) : Answer.of(found))
                .then(found -> found.topic().config().isCompactOnly()
                        ? Answer.refused(
                                KafkaError.POLICY_VIOLATION,
                                "Topic " + name.topic() + " is compacted (cleanup.policy=compact): its records are"
                                        + " deleted by newer ones with their key, not by offset.")
                        : delete(found.topic(), found.id(), entry.beforeOffset()));
    }

    private Answer<Long> delete(Topic topic, PartitionId partition, Optional<Long> beforeOffset) {
        Optional<Head> seen = heads.read(partition);
        for (int tries = 0; tries < MAX_TRIES && seen.isPresent(); tries++) {
            Head head = seen.get();
            long before = beforeOffset.orElse(head.offsets().high());
            if (before < 0 || before > head.offsets().high()) {
                return Answer.refused(
                        KafkaError.OFFSET_OUT_OF_RANGE,
                        "Offset " + before + " is out of range: the partition has "
                                + head.offsets().low() + " to " + head.offsets().high() + ".");
            }
            if (before <= head.offsets().low()) {
                return Answer.of(head.offsets().low());
            }
            tails.beforeLogStartMoves(topic.name(), partition);
            HeadOutcome outcome =
                    heads.update(partition, LogStart.move(head, before).build());
            if (outcome instanceof HeadOutcome.Applied applied) {
                return Answer.of(applied.head().offsets().low());
            }
            seen = ((HeadOutcome.Refused) outcome).current();
        }
        return seen.isEmpty()
                ? Answer.refused(partitions.gone(topic))
                : Answer.refused(
                        KafkaError.REQUEST_TIMED_OUT,
                        "The log start was moved by others " + MAX_TRIES + " times meanwhile. Send the request again.");
    }
}
