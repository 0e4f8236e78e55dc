package io.tidemark.store.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.produce.Produced;
import io.tidemark.record.Answer;
import io.tidemark.record.KafkaError;
import io.tidemark.record.ProducerStamp;
import io.tidemark.record.Refusal;
import io.tidemark.store.aws.LossyLog.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Produce, seal and lookup over a wire that loses replies. The case's seed is its replay. */
@OnEndpoint
class LogWithLostRepliesIT {
    private static final int BATCHES = 60;
    private static final int LOOKUP_EVERY = 10;
    private static final int MAX_SENDS = 30;
    private static final short EPOCH = 0;
    private static final List<Fault> SOON = List.of(
            Fault.RESET,
            Fault.DROPPED_REPLY,
            Fault.CUT_REPLY,
            Fault.ERROR_500,
            Fault.ERROR_500_AFTER_EFFECT,
            Fault.ERROR_503,
            Fault.THROTTLED);

    private static final LossyWire WIRE = new LossyWire(TestEndpoint.newStores());
    private static final FaultProxy PROXY = WIRE.proxy();

    @AfterAll
    static void close() {
        WIRE.close();
    }

    @AfterEach
    void letLateOnesLand() {
        PROXY.land();
    }

    @WithEachPassingFault
    void aPlainAppendIsSentAgainOnlyBehindAClosedDoor(Fault fault) {
        LossyLog log = logWithOneBatch("plain-" + fault, WIRE.stores(fault));
        PROXY.injectOnce("UpdateItem", fault);
        assertThat(baseOffset(log.produce("second", 20, Optional.empty()))).isEqualTo(1);
        assertThat(log.all()).extracting(Entry::value).containsExactly("first", "second");
        int door = fault == Fault.NONE || fault == Fault.THROTTLED ? 0 : 1;
        boolean tookEffectInTime = fault.reachesStore() && fault != Fault.LATE_REQUEST;
        assertSent("UpdateItem", tookEffectInTime ? 1 + door : 2 + door, fault);
        assertSent("PutObject", 1, fault);
        PROXY.land();
        assertThat(log.all()).extracting(Entry::value).containsExactly("first", "second");
    }

    @WithEachPassingFault
    void anIdempotentAppendIsSentAgainAndAppliesOnce(Fault fault) {
        LossyLog log = logWithOneBatch("idempotent-" + fault, WIRE.stores(fault));
        PROXY.injectOnce("UpdateItem", fault);
        Optional<ProducerStamp> stamp = Optional.of(new ProducerStamp(7, EPOCH, 0));
        assertThat(baseOffset(log.produce("second", 20, stamp))).isEqualTo(1);
        assertSent("UpdateItem", fault == Fault.NONE ? 1 : 2, fault);
        PROXY.land();
        assertThat(baseOffset(log.produce("second", 20, stamp))).isEqualTo(1);
        assertThat(log.all()).extracting(Entry::value).containsExactly("first", "second");
    }

    @Test
    void aRequestThatLandsAfterItsSenderGaveUpChangesNothingMore() {
        LossyLog log = logWithOneBatch("late", WIRE.stores(Fault.LATE_REQUEST));
        PROXY.injectOnce("UpdateItem", Fault.LATE_REQUEST);
        assertThat(baseOffset(log.produce("second", 20, Optional.empty()))).isEqualTo(1);
        PROXY.land();
        assertThat(PROXY.reached("UpdateItem"))
                .as("the door, the second try, the late one")
                .isGreaterThanOrEqualTo(3);
        assertThat(log.all()).extracting(Entry::value).containsExactly("first", "second");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingAcknowledgedIsLostAndNothingIsDoubled(long seed) {
        PROXY.calm();
        RandomGenerator random = new SplittableRandom(seed);
        LossyLog log = new LossyLog("random-" + seed, WIRE.direct(), WIRE.stores(), seed);
        Map<String, Long> acknowledged = new HashMap<>();
        Set<String> unknown = new HashSet<>();
        int sequence = 0;
        for (int i = 0; i < BATCHES; i++) {
            String value = "v" + i;
            long timestampMs = random.nextInt(1_000);
            boolean idempotent = random.nextBoolean();
            Optional<ProducerStamp> stamp =
                    idempotent ? Optional.of(new ProducerStamp(7, EPOCH, sequence)) : Optional.empty();
            PROXY.inject(operation -> random.nextInt(4) == 0 ? SOON.get(random.nextInt(SOON.size())) : Fault.NONE);
            Answer<Produced> answer = produce(log, value, timestampMs, stamp);
            if (answer instanceof Answer.Given<Produced> given) {
                acknowledged.put(value, given.value().baseOffset());
                sequence += idempotent ? 1 : 0;
            } else if (error(answer) == KafkaError.REQUEST_TIMED_OUT) {
                unknown.add(value);
            } else {
                assertThat(error(answer)).as("seed %d, %s", seed, value).isEqualTo(KafkaError.KAFKA_STORAGE_ERROR);
            }
            if (i % LOOKUP_EVERY == LOOKUP_EVERY - 1) {
                lookUp(log, random.nextInt(1_000), seed);
            }
        }
        PROXY.calm();
        check(log.all(), acknowledged, unknown, seed);
    }

    /** An idempotent producer sends again until it knows; any other once. */
    private static Answer<Produced> produce(
            LossyLog log, String value, long timestampMs, Optional<ProducerStamp> stamp) {
        Answer<Produced> answer = log.produce(value, timestampMs, stamp);
        for (int sends = 1;
                stamp.isPresent() && answer instanceof Answer.Refused<Produced> && sends < MAX_SENDS;
                sends++) {
            answer = log.produce(value, timestampMs, stamp);
        }
        if (stamp.isPresent()) {
            assertThat(answer).isInstanceOf(Answer.Given.class);
        }
        return answer;
    }

    /** Through the lossy wire: the right answer, or none. */
    private static void lookUp(LossyLog log, long timestampMs, long seed) {
        Optional<Long> expected = log.all().stream()
                .filter(entry -> entry.timestampMs() >= timestampMs)
                .findFirst()
                .map(Entry::offset);
        Answer<Optional<Long>> answer = log.lookUp(timestampMs);
        if (answer instanceof Answer.Given<Optional<Long>> given) {
            assertThat(given.value())
                    .as("seed %d, lookup at %d", seed, timestampMs)
                    .isEqualTo(expected);
        } else {
            assertThat(error(answer)).isEqualTo(KafkaError.KAFKA_STORAGE_ERROR);
        }
    }

    private static void check(List<Entry> log, Map<String, Long> acknowledged, Set<String> unknown, long seed) {
        Map<String, Long> found = new HashMap<>();
        for (int i = 0; i < log.size(); i++) {
            Entry entry = log.get(i);
            assertThat(entry.offset()).as("seed %d, offsets are dense", seed).isEqualTo(i);
            assertThat(found.put(entry.value(), entry.offset()))
                    .as("seed %d, %s is there once", seed, entry.value())
                    .isNull();
        }
        assertThat(found).as("seed %d", seed).containsAllEntriesOf(acknowledged);
        found.keySet().removeAll(acknowledged.keySet());
        assertThat(unknown).as("seed %d", seed).containsAll(found.keySet());
    }

    private static LossyLog logWithOneBatch(String topic, AwsStores lossy) {
        PROXY.calm();
        LossyLog log = new LossyLog(topic, WIRE.direct(), lossy, 1);
        assertThat(baseOffset(log.produce("first", 10, Optional.empty()))).isZero();
        PROXY.calm();
        return log;
    }

    /** Who gives up soon may do so more than once, and send more than is needed. */
    private static void assertSent(String operation, int needed, Fault fault) {
        if (fault.isLate()) {
            assertThat(PROXY.sent(operation)).isGreaterThanOrEqualTo(needed);
        } else {
            assertThat(PROXY.sent(operation)).isEqualTo(needed);
        }
    }

    private static long baseOffset(Answer<Produced> answer) {
        assertThat(answer).isInstanceOf(Answer.Given.class);
        return ((Answer.Given<Produced>) answer).value().baseOffset();
    }

    private static KafkaError error(Answer<?> answer) {
        Refusal refusal = ((Answer.Refused<?>) answer).refusal();
        return refusal.error();
    }
}
