package io.tidemark.transaction;

import io.tidemark.layout.AbortedTransaction;
import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.Tails;
import io.tidemark.partition.TopicReader;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.TimestampType;
import io.tidemark.record.TransactionResult;
import io.tidemark.store.Environment;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.store.Update;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;
import io.tidemark.transaction.EndPlan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions in partitions with markers (KIP-98). A commit is one head update, an abort two and one put, without
 * a read: the first update asks for nothing that must be known beforehand, and a refusal shows the head. After an
 * unknown outcome it is sent again, for it applies once only. Thread-safe.
 */
public final class Markers implements PartitionEnds {
    static final int MAX_TRIES = 12;

    private static final Duration OUTAGE_PAUSE = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(Markers.class);

    private final TopicReader topics;
    private final Tails tails;
    private final Heads heads;
    private final Environment environment;

    public Markers(TopicReader topics, Tails tails, Environment environment) {
        this.topics = topics;
        this.tails = tails;
        this.heads = new Heads(tails.items());
        this.environment = environment;
    }

    @Override
    public void end(TopicName topic, PartitionId partition, ProducerEpoch transaction, boolean committed) {
        BatchReference marker = BatchReference.marker(
                transaction,
                committed ? TransactionResult.COMMIT : TransactionResult.ABORT,
                timestampType(topic, partition),
                environment.clock().millis());
        new End(topic, partition, new EndPlan(transaction, marker)).run();
    }

    private TimestampType timestampType(TopicName topic, PartitionId partition) {
        return topics.cached(topic)
                .filter(found -> found.id().equals(partition.topic()))
                .map(found -> found.config().batchRules().timestampType())
                .orElse(TimestampType.CREATE_TIME);
    }

    /** One transaction's end in one partition; used by one thread. */
    private final class End {
        private final TopicName topic;
        private final PartitionId partition;
        private final EndPlan plan;

        End(TopicName topic, PartitionId partition, EndPlan plan) {
            this.topic = topic;
            this.partition = partition;
            this.plan = plan;
        }

        void run() {
            Step step = plan.begin();
            for (int tries = 1; !(step instanceof Step.Done); tries++) {
                if (tries > MAX_TRIES) {
                    throw new StoreUnavailableException(
                            Effect.UNKNOWN,
                            "transaction " + plan.transaction() + " did not end in " + partition + " in " + MAX_TRIES
                                    + " tries");
                }
                step = tried(step, tries);
            }
        }

        private Step tried(Step step, int tries) {
            try {
                return perform(step);
            } catch (StoreUnavailableException e) {
                if (tries == MAX_TRIES) {
                    throw e;
                }
                LOG.debug(
                        "end of a transaction got no answer, partition={} transaction={} effect={}",
                        partition,
                        plan.transaction(),
                        e.effect());
                environment.pause().pause(OUTAGE_PAUSE);
                return plan.begin();
            }
        }

        private Step perform(Step step) {
            if (step instanceof Step.WriteMarker write) {
                return writeMarker(write.update());
            }
            if (step instanceof Step.Tell tell) {
                AbortedTransaction aborted = tell.aborted();
                tails.items()
                        .put(AbortedTransaction.key(partition, aborted.markerOffset()), aborted.encode(), List.of());
                return update(tell.release());
            }
            if (step instanceof Step.Fence fence) {
                return update(fence.update());
            }
            Head full = ((Step.SealFirst) step).head();
            tails.seal(partition, full);
            return plan.begin();
        }

        private Step writeMarker(Update update) {
            HeadOutcome outcome = heads.update(partition, update);
            if (outcome instanceof HeadOutcome.Applied applied) {
                Head head = applied.head();
                tails.see(partition, Optional.of(head));
                tails.appended(topic, partition, head).ifPresent(newer -> tails.see(partition, Optional.of(newer)));
                return plan.afterMarker(head);
            }
            return plan.next(((HeadOutcome.Refused) outcome).current());
        }

        private Step update(Update update) {
            HeadOutcome outcome = heads.update(partition, update);
            if (outcome instanceof HeadOutcome.Applied applied) {
                tails.see(partition, Optional.of(applied.head()));
                return new Step.Done();
            }
            return plan.next(((HeadOutcome.Refused) outcome).current());
        }
    }
}
