package io.tidemark.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.ProducerState.Batch;
import io.tidemark.producer.SequenceRules.Verdict;
import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.apache.kafka.storage.internals.log.ProducerAppendInfo;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka's own {@link ProducerStateManager} as the judge of random sequences of one producer. */
final class KafkaSequenceRulesTest {
    private static final int HISTORIES = 200;
    private static final int BATCHES = 200;
    private static final long PRODUCER = 9;

    @TempDir
    Path directory;

    @Test
    void randomSequencesAreJudgedAsByKafka() throws IOException {
        for (long seed = 1; seed <= HISTORIES; seed++) {
            compare(seed);
        }
    }

    private void compare(long seed) throws IOException {
        Random random = new Random(seed);
        ProducerStateManager kafka = new ProducerStateManager(
                new TopicPartition("judge", 0),
                directory.toFile(),
                900_000,
                new ProducerStateManagerConfig(86_400_000, false),
                Time.SYSTEM);
        Optional<ProducerState> ours = Optional.empty();
        List<Sent> sent = new ArrayList<>();
        long high = 0;
        for (int i = 0; i < BATCHES; i++) {
            Sent next = next(random, ours, sent);
            Verdict verdict = SequenceRules.decide(ours, next.stamp(), next.count());

            assertThat(summary(verdict))
                    .as("seed %d, batch %d: %s", seed, i, next)
                    .isEqualTo(judged(kafka, next, high));
            if (verdict instanceof Verdict.Next appended) {
                ours = Optional.of(
                        new ProducerState(next.stamp().producerEpoch(), appended.nextSequence(), 1, appended.kept())
                                .withNewest(new Batch(next.count(), high)));
                sent.add(next);
                high += next.count();
            }
        }
        assertThat(high).as("seed %d appends something", seed).isPositive();
    }

    private record Sent(ProducerStamp stamp, int count) {}

    /** Mostly the next batch, often an old one again, at times anything; all near the point where sequences wrap. */
    private static Sent next(Random random, Optional<ProducerState> known, List<Sent> sent) {
        int choice = random.nextInt(100);
        int count = 1 + random.nextInt(choice % 2 == 0 ? 3 : Integer.MAX_VALUE / 4);
        if (known.isEmpty()) {
            return new Sent(stamp(random.nextInt(3), Integer.MAX_VALUE - random.nextInt(20)), count);
        }
        int epoch = known.get().epoch();
        if (choice < 50) {
            return new Sent(stamp(epoch, known.get().nextSequence()), count);
        }
        if (choice < 80) {
            return sent.get(Math.max(0, sent.size() - 1 - random.nextInt(7)));
        }
        if (choice < 90) {
            return new Sent(stamp(epoch, Sequences.after(known.get().nextSequence(), random.nextInt(5))), count);
        }
        int anyEpoch = Math.max(0, epoch - 1 + random.nextInt(3));
        return new Sent(stamp(anyEpoch, random.nextInt(3) * random.nextInt(5)), count);
    }

    private static ProducerStamp stamp(int epoch, int baseSequence) {
        return new ProducerStamp(PRODUCER, (short) epoch, baseSequence);
    }

    private static String summary(Verdict verdict) {
        if (verdict instanceof Verdict.Duplicate duplicate) {
            return "duplicate of " + duplicate.baseOffset();
        }
        return verdict instanceof Verdict.Refused refused
                ? refused.refusal().error().name()
                : "next";
    }

    /** What a broker does with a batch, in its order: duplicates first, then epoch and sequence. */
    private static String judged(ProducerStateManager kafka, Sent next, long high) {
        ProducerStamp stamp = next.stamp();
        int lastSequence = Sequences.after(stamp.baseSequence(), next.count() - 1);
        Optional<BatchMetadata> duplicate = kafka.lastEntry(PRODUCER)
                .filter(entry -> entry.producerEpoch() == stamp.producerEpoch())
                .map(ProducerStateEntry::batchMetadata)
                .flatMap(batches -> batches.stream()
                        .filter(batch -> batch.firstSeq() == stamp.baseSequence() && batch.lastSeq() == lastSequence)
                        .findFirst());
        if (duplicate.isPresent()) {
            return "duplicate of " + duplicate.get().firstOffset();
        }
        ProducerAppendInfo append = kafka.prepareUpdate(PRODUCER, AppendOrigin.CLIENT);
        try {
            append.appendDataBatch(
                    stamp.producerEpoch(),
                    stamp.baseSequence(),
                    lastSequence,
                    1_700_000_000_000L,
                    new LogOffsetMetadata(high),
                    high + next.count() - 1,
                    false);
        } catch (OutOfOrderSequenceException e) {
            return KafkaError.OUT_OF_ORDER_SEQUENCE_NUMBER.name();
        } catch (InvalidProducerEpochException e) {
            return KafkaError.INVALID_PRODUCER_EPOCH.name();
        }
        kafka.update(append);
        return "next";
    }
}
