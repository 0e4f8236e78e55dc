package io.tidemark.produce;

import io.tidemark.layout.BatchReference;
import io.tidemark.layout.Head;
import io.tidemark.layout.ObjectId;
import io.tidemark.partition.HeadOutcome;
import io.tidemark.partition.Heads;
import io.tidemark.partition.Tails;
import io.tidemark.producer.SequenceRules;
import io.tidemark.producer.SequenceRules.Verdict.Next;
import io.tidemark.record.Answer;
import io.tidemark.record.Deadline;
import io.tidemark.record.KafkaError;
import io.tidemark.record.PreparedBatch;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import io.tidemark.store.Environment;
import io.tidemark.store.StoreUnavailableException;
import io.tidemark.store.StoreUnavailableException.Effect;
import io.tidemark.topic.PartitionId;
import io.tidemark.topic.TopicName;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one stored batch to its partition: sends the update that {@link AppendPlan} decides, and seals when it is this
 * append's turn. Others at work on the partition only make it wait for a shorter tail (invariant I10); what else is in
 * its way it meets {@link #MAX_TRIES} times at most. Thread-safe.
 */
final class BatchAppend {
    static final int MAX_TRIES = 6;

    /** With the waits between them half a minute, longer than a request has. */
    private static final int MAX_TRIES_BESIDE_OTHERS = 200;

    /** Told where nothing was appended; or, to an idempotent producer, where sending again finds out. */
    static final Refusal TOO_LATE = new Refusal(
            KafkaError.REQUEST_TIMED_OUT, "There was not enough time left to append the batch. Send it again.");

    /** From this many tries on every append that finds the tail full seals it; before, one in ten. */
    private static final int TRIES_BEFORE_ALL_SEAL = 2;

    /** From this many on one in two seals, and the others get out of their way. */
    private static final int TRIES_BEFORE_HALF_SEAL = 6;

    private static final int ONE_SEALS_IN = 10;
    private static final int MAX_PAUSE_DOUBLINGS = 5;
    private static final Duration FULL_TAIL_PAUSE = Duration.ofMillis(20);
    private static final Duration OUTAGE_PAUSE = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(BatchAppend.class);

    private final Heads heads;
    private final Tails tails;
    private final ClosedAttempt closedAttempt;
    private final Environment environment;

    BatchAppend(Tails tails, Environment environment) {
        this.heads = new Heads(tails.items());
        this.tails = tails;
        this.closedAttempt = new ClosedAttempt(tails.items(), environment);
        this.environment = environment;
    }

    /**
     * A batch whose bytes are durable.
     *
     * @param position where it begins in the object
     */
    record Stored(TopicName topic, Known known, ObjectId object, int position, Deadline deadline) {
        PartitionId partition() {
            return known.partition();
        }

        PreparedBatch batch() {
            return known.batch();
        }

        AppendPlan plan(int attempt) {
            BatchReference.Kind kind =
                    batch().transactional() ? BatchReference.Kind.TRANSACTIONAL : BatchReference.Kind.PLAIN;
            return new AppendPlan(
                    batch(),
                    new BatchReference(
                            object,
                            attempt,
                            kind,
                            position,
                            batch().bytes().size(),
                            batch().recordCount() - 1,
                            batch().maxTimestampMs()),
                    known.begins());
        }
    }

    /**
     * What is known of a batch before anything of it is stored.
     *
     * @param produced where it is in the log already: it is a duplicate
     * @param begins whether its transaction is not open in the partition yet
     */
    record Known(PartitionId partition, PreparedBatch batch, Optional<Produced> produced, boolean begins) {}

    /**
     * Decides whether an idempotent batch is a duplicate or out of order, from what was last seen of the partition, and,
     * before it says so, from the head as it is.
     */
    Answer<Known> knownBefore(PartitionId partition, PreparedBatch batch) {
        if (batch.producer().isEmpty()) {
            return Answer.of(new Known(partition, batch, Optional.empty(), false));
        }
        ProducerStamp stamp = batch.producer().get();
        Optional<Head> remembered =
                tails.lastSeen(partition).filter(head -> AppendPlan.decide(head, stamp, batch) instanceof Next);
        Optional<Head> head = remembered.or(() -> {
            Optional<Head> current = heads.read(partition);
            tails.see(partition, current);
            return current;
        });
        return head.map(there -> knownBefore(there, partition, stamp, batch))
                .orElseGet(() -> Answer.of(new Known(partition, batch, Optional.empty(), false)));
    }

    private static Answer<Known> knownBefore(
            Head head, PartitionId partition, ProducerStamp stamp, PreparedBatch batch) {
        SequenceRules.Verdict verdict = AppendPlan.decide(head, stamp, batch);
        if (verdict instanceof SequenceRules.Verdict.Duplicate duplicate) {
            Produced produced = produced(duplicate.baseOffset(), batch, head);
            return Answer.of(new Known(partition, batch, Optional.of(produced), false));
        }
        boolean begins = batch.transactional() && !AppendPlan.isOpen(head, stamp);
        if (verdict instanceof SequenceRules.Verdict.Refused refused) {
            // whoever enlists finishes the transaction before, if its end is decided
            boolean waits = begins && refused.refusal().error() == KafkaError.CONCURRENT_TRANSACTIONS;
            return waits
                    ? Answer.of(new Known(partition, batch, Optional.empty(), true))
                    : Answer.refused(refused.refusal());
        }
        return Answer.of(new Known(partition, batch, Optional.empty(), begins));
    }

    /** Commits the batch; the answer is absent where the partition has no head. */
    Optional<Answer<Produced>> commit(Stored stored) {
        Tries tries = new Tries(stored);
        Optional<Answer<Produced>> answer = tries.run();
        tails.see(stored.partition(), tries.seen);
        return answer;
    }

    private static Produced produced(long baseOffset, PreparedBatch batch, Head head) {
        return new Produced(
                baseOffset,
                baseOffset + batch.recordCount() - 1,
                batch.logAppendTimeMs(),
                head.offsets().low());
    }

    /** The tries of one append; used by one thread. */
    private final class Tries {
        private final Stored stored;
        private Optional<Head> seen = Optional.empty();
        private Optional<Answer<Produced>> answer = Optional.empty();
        private boolean headGone;
        private boolean unknownBefore;
        private int attempt;

        /** Tries since the tail was full last. */
        private int inVain;

        /** A high watermark that was seen before the update went out: the batch cannot lie below it. */
        private long notBelow;

        Tries(Stored stored) {
            this.stored = stored;
        }

        Optional<Answer<Produced>> run() {
            Optional<Head> remembered = tails.lastSeen(stored.partition());
            if (stored.batch().producer().isPresent()) {
                see(remembered.or(() -> heads.read(stored.partition())));
            } else {
                remembered.ifPresent(head -> notBelow = head.offsets().high());
            }
            int tries = 0;
            while (answer.isEmpty() && !headGone && inVain < MAX_TRIES && tries < MAX_TRIES_BESIDE_OTHERS) {
                if (isLate()) {
                    answer = Optional.of(Answer.refused(TOO_LATE));
                } else {
                    inVain++;
                    stepOrPause(tries++);
                }
            }
            if (answer.isEmpty() && !headGone) {
                answer = Optional.of(Answer.refused(
                        KafkaError.REQUEST_TIMED_OUT,
                        "The append did not get through in " + tries + " tries. Send it again."));
            }
            return answer;
        }

        /** After a try whose outcome is unknown, an outage must not be told as one without effect. */
        private void stepOrPause(int tries) {
            try {
                step(tries);
            } catch (StoreUnavailableException e) {
                if (!unknownBefore) {
                    throw e;
                }
                environment.pause().pause(OUTAGE_PAUSE);
            }
        }

        private void step(int tries) {
            AppendPlan plan = stored.plan(attempt);
            AppendPlan.Verdict verdict = plan.next(seen);
            if (verdict instanceof AppendPlan.Verdict.Send send) {
                send(plan, send);
            } else if (verdict instanceof AppendPlan.Verdict.Appended appended) {
                appendedAt(appended.baseOffset(), seen.orElseThrow());
            } else if (verdict instanceof AppendPlan.Verdict.Refused refused) {
                answer = Optional.of(Answer.refused(refused.refusal()));
            } else {
                waitForShorterTail(tries);
            }
        }

        private void send(AppendPlan plan, AppendPlan.Verdict.Send send) {
            try {
                HeadOutcome outcome = heads.update(stored.partition(), send.update());
                if (outcome instanceof HeadOutcome.Applied applied) {
                    Head head = applied.head();
                    appendedAt(head.offsets().high() - stored.batch().recordCount(), head);
                    // a new tail needs its note, whatever the time; a seal can wait for another append
                    if (!isLate() || head.tail().size() == 1) {
                        tails.appended(stored.topic(), stored.partition(), head).ifPresent(this::see);
                    }
                } else {
                    see(((HeadOutcome.Refused) outcome).current());
                }
            } catch (StoreUnavailableException e) {
                LOG.debug("append got no answer, partition={} effect={}", stored.partition(), e.effect());
                if (e.effect() == Effect.UNKNOWN) {
                    settle(plan);
                } else {
                    environment.pause().pause(OUTAGE_PAUSE);
                }
            }
        }

        /**
         * An idempotent append needs no closed door: sent again it applies only where it did not before, and the refusal
         * tells what became of it.
         */
        private void settle(AppendPlan plan) {
            if (stored.batch().producer().isPresent()) {
                unknownBefore = true;
                environment.pause().pause(OUTAGE_PAUSE);
                return;
            }
            ClosedAttempt.Fate fate = isLate()
                    ? new ClosedAttempt.Fate.CannotTell()
                    : closedAttempt.settle(stored.partition(), plan.reference(), notBelow);
            if (fate instanceof ClosedAttempt.Fate.AppliedAt applied) {
                appendedAt(applied.baseOffset(), applied.head());
            } else if (fate instanceof ClosedAttempt.Fate.Never never) {
                see(never.head());
                attempt++;
            } else if (fate instanceof ClosedAttempt.Fate.HeadGone) {
                headGone = true;
            } else {
                answer = Optional.of(Answer.refused(
                        KafkaError.REQUEST_TIMED_OUT,
                        "Whether the batch was appended could not be found out. Sent again it may be there twice; an"
                                + " idempotent producer is safe from that."));
            }
        }

        private boolean isLate() {
            return stored.deadline().hasPassed(environment.clock());
        }

        private void waitForShorterTail(int tries) {
            if (seals(tries)) {
                tails.seal(stored.partition(), seen.orElseThrow());
            } else {
                long maxMs = FULL_TAIL_PAUSE.toMillis() << Math.min(tries, MAX_PAUSE_DOUBLINGS);
                environment
                        .pause()
                        .pause(Duration.ofMillis(1 + environment.random().nextLong(maxMs)));
            }
            see(heads.read(stored.partition()));
            // not before: an outage is nobody at work
            inVain = 0;
        }

        private boolean seals(int tries) {
            if (tries >= TRIES_BEFORE_HALF_SEAL) {
                return environment.random().nextBoolean();
            }
            return tries >= TRIES_BEFORE_ALL_SEAL || environment.random().nextInt(ONE_SEALS_IN) == 0;
        }

        private void appendedAt(long baseOffset, Head head) {
            see(head);
            answer = Optional.of(Answer.of(produced(baseOffset, stored.batch(), head)));
        }

        private void see(Head head) {
            see(Optional.of(head));
        }

        private void see(Optional<Head> head) {
            seen = head;
            headGone = head.isEmpty();
            head.ifPresent(there -> notBelow = there.offsets().high());
        }
    }
}
