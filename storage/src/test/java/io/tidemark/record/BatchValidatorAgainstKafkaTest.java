package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.Test;

/** Kafka's own classes judge the same seeded batches; wherever the answers part, a named difference explains it. */
class BatchValidatorAgainstKafkaTest {
    private static final int CASES = 5_000;
    private static final long SEED = Long.getLong("tidemark.seed", 20260101L);

    private final BatchValidator validator = new BatchValidator(16 << 20);
    private final Map<Difference, Integer> differences = new EnumMap<>(Difference.class);
    private final Set<Errors> sharedErrors = new HashSet<>();
    private final Set<KafkaError> insteadOfUnknown = EnumSet.noneOf(KafkaError.class);
    private int equalBytes;
    private int equalRefusals;

    /** Where Tidemark answers on purpose what Kafka does not, and what it answers. */
    private enum Difference {
        LOG_APPEND_TIME_CLAIMED_ON_A_CREATE_TIME_TOPIC(KafkaError.INVALID_TIMESTAMP),
        WRONG_DELTAS_IN_A_BATCH_THAT_KEEPS_ITS_CODEC(KafkaError.INVALID_RECORD),
        UNUSED_ATTRIBUTE_BITS(KafkaError.INVALID_RECORD),
        NEGATIVE_PRODUCER_EPOCH(KafkaError.INVALID_RECORD),
        TRANSACTION_WITHOUT_A_PRODUCER(KafkaError.INVALID_RECORD),
        NEGATIVE_TIMESTAMP_IN_ANOTHER_CODEC(KafkaError.INVALID_TIMESTAMP),
        FRAMING_THAT_KAFKA_SKIPS(KafkaError.INVALID_RECORD),
        /** As without a producer, which is how Kafka stores it too where the codec stays. */
        PRODUCER_ID_BELOW_NONE_IN_ANOTHER_CODEC(KafkaError.NONE);

        private final KafkaError answer;

        Difference(KafkaError answer) {
            this.answer = answer;
        }
    }

    @Test
    void decisionsAndStoredBytesAreKafkas() {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED + i;
            RandomCase produce = RandomCase.of(new SplittableRandom(seed));
            compare(seed, produce);
        }

        System.out.printf(
                "seed %d: %d equal batches, %d equal refusals of %s, on purpose %s, instead of unknown %s%n",
                SEED, equalBytes, equalRefusals, sharedErrors, differences, insteadOfUnknown);
        assertThat(equalBytes).isGreaterThan(CASES / 4);
        assertThat(equalRefusals).isGreaterThan(CASES / 10);
        assertThat(sharedErrors).isEqualTo(KafkaJudge.knownErrors());
        assertThat(insteadOfUnknown).contains(KafkaError.INVALID_RECORD);
        assertThat(differences).containsOnlyKeys(Difference.values());
    }

    private void compare(long seed, RandomCase produce) {
        KafkaJudge.Verdict kafka = KafkaJudge.judge(produce.raw(), produce.rules(), RandomCase.NOW_MS);
        Answer<PreparedBatch> ours =
                validator.prepare(produce.raw(), produce.rules(), Instant.ofEpochMilli(RandomCase.NOW_MS));
        if (isEqual(kafka, ours)) {
            return;
        }
        KafkaError answer = answer(ours);
        boolean unknown =
                kafka instanceof KafkaJudge.Verdict.Refused broker && broker.error() == Errors.UNKNOWN_SERVER_ERROR;
        if (unknown && answer != KafkaError.NONE) {
            insteadOfUnknown.add(answer);
            return;
        }
        Set<Difference> expected = expected(produce);
        List<Difference> reasons = expected.stream()
                .filter(reason -> reason.answer == answer || namesMore(kafka, ours))
                .toList();
        if (!reasons.isEmpty()) {
            reasons.forEach(reason -> differences.merge(reason, 1, Integer::sum));
            return;
        }
        fail("seed %d: %s%nkafka %s%nours %s%nexpected %s", seed, produce, kafka, ours, expected);
    }

    private static KafkaError answer(Answer<PreparedBatch> ours) {
        return ours instanceof Answer.Refused<PreparedBatch> refused
                ? refused.refusal().error()
                : KafkaError.NONE;
    }

    private static List<Integer> recordErrors(Answer<PreparedBatch> ours) {
        return ours instanceof Answer.Refused<PreparedBatch> refused
                ? refused.refusal().recordErrors().stream()
                        .map(RecordError::batchIndex)
                        .toList()
                : List.of();
    }

    /** The same error, for the records that Kafka names and for others. */
    private static boolean namesMore(KafkaJudge.Verdict kafka, Answer<PreparedBatch> ours) {
        return kafka instanceof KafkaJudge.Verdict.Refused broker
                && broker.error().code() == answer(ours).code()
                && recordErrors(ours).containsAll(broker.recordErrors());
    }

    private boolean isEqual(KafkaJudge.Verdict kafka, Answer<PreparedBatch> ours) {
        if (kafka instanceof KafkaJudge.Verdict.Accepted stored && ours instanceof Answer.Given<PreparedBatch> given) {
            boolean equal = given.value().bytes().equals(stored.stored())
                    && given.value().maxTimestampMs() == stored.maxTimestampMs();
            equalBytes += equal ? 1 : 0;
            return equal;
        }
        if (kafka instanceof KafkaJudge.Verdict.Refused broker && ours instanceof Answer.Refused<PreparedBatch> our) {
            if (our.refusal().error().code() == broker.error().code()
                    && recordErrors(ours).equals(broker.recordErrors())) {
                equalRefusals++;
                sharedErrors.add(broker.error());
                return true;
            }
        }
        return false;
    }

    /** Every difference that these bytes give a reason for. */
    private static Set<Difference> expected(RandomCase produce) {
        Set<Difference> reasons = EnumSet.noneOf(Difference.class);
        DefaultRecordBatch batch =
                (DefaultRecordBatch) MemoryRecords.readableRecords(produce.raw().unguarded())
                        .batches()
                        .iterator()
                        .next();
        int attributes = produce.raw().asByteBuffer().getShort(ForgedBatch.ATTRIBUTES);
        if ((attributes & 0x08) != 0 && produce.rules().timestampType() == TimestampType.CREATE_TIME) {
            reasons.add(Difference.LOG_APPEND_TIME_CLAIMED_ON_A_CREATE_TIME_TOPIC);
        }
        if ((attributes & 0xFFC0) != 0) {
            reasons.add(Difference.UNUSED_ATTRIBUTE_BITS);
        }
        if (batch.hasProducerId() && batch.producerEpoch() < 0) {
            reasons.add(Difference.NEGATIVE_PRODUCER_EPOCH);
        }
        if (batch.isTransactional() && !batch.hasProducerId()) {
            reasons.add(Difference.TRANSACTION_WITHOUT_A_PRODUCER);
        }
        boolean changesCodec = produce.rules()
                .compression()
                .filter(codec -> codec.compression().type().id != (attributes & 7))
                .isPresent();
        if (batch.producerId() < -1 && changesCodec) {
            reasons.add(Difference.PRODUCER_ID_BELOW_NONE_IN_ANOTHER_CODEC);
        }
        try {
            int index = 0;
            for (Record record : batch) {
                boolean deltaWrong = record.offset() != index++;
                if (deltaWrong && !changesCodec) {
                    reasons.add(Difference.WRONG_DELTAS_IN_A_BATCH_THAT_KEEPS_ITS_CODEC);
                }
                if (record.timestamp() < -1 && changesCodec) {
                    reasons.add(Difference.NEGATIVE_TIMESTAMP_IN_ANOTHER_CODEC);
                }
            }
        } catch (RuntimeException e) {
            reasons.add(Difference.FRAMING_THAT_KAFKA_SKIPS);
        }
        return reasons;
    }
}
