package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.LossyGate;
import io.tidemark.simulation.ManualClock;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;

/**
 * Does a random history while calls to the stores fail, lose their replies and land late. An answer is the scan's or an
 * outage, never anything else; what an outage left open is looked up without faults, and then it must be all or
 * nothing, once. Used by one thread.
 */
final class FaultyHistoryCheck {
    /** Where an append may or may not have happened. */
    private static final Errors UNKNOWN = Errors.REQUEST_TIMED_OUT;

    private static final Set<Errors> OUTAGES = Set.of(UNKNOWN, Errors.KAFKA_STORAGE_ERROR);
    private static final int[] FAULT_ONE_IN = {4, 10, 30, 100};
    private static final int QUESTIONS_EVERY_STEPS = 10;
    private static final int MANY_BYTES = 1 << 20;

    private final long seed;
    private final RandomHistory history;
    private final String topic;
    private final LossyGate gate;
    private final ManualClock clock = ManualClock.atSystemTime();
    private final ComparedLog faulty;
    private final ComparedLog clean;
    private final ModelLog model = new ModelLog(clock);
    private int step;
    private int outages;

    FaultyHistoryCheck(long seed) {
        Stores stores = Stores.inMemory();
        this.seed = seed;
        this.history = new RandomHistory(seed);
        this.topic = "faulty-history-" + seed;
        this.clean = new TidemarkLog(stores.tidemark(clock, seed));
        this.gate =
                new LossyGate(new Random(seed), FAULT_ONE_IN[history.random().nextInt(FAULT_ONE_IN.length)]);
        this.faulty = stores.behind(gate).twoTidemarks(clock, seed);
    }

    /** How many answers were an outage. */
    int run() {
        assertThat(clean.createTopic(topic, history.partitions(), history.configs()))
                .isEqualTo(Errors.NONE);
        model.createTopic(topic, history.partitions(), history.configs());
        int batches = 0;
        while (batches < history.batches()) {
            step++;
            clock.setMillis(clock.millis() + 1);
            SortedMap<Integer, Bytes> request = history.request();
            batches += request.size();
            produce(request);
            if (history.random().nextInt(20) == 0) {
                delete(history.random().nextInt(history.partitions()));
            }
            if (step % QUESTIONS_EVERY_STEPS == 0) {
                ask(faulty);
            }
        }
        gate.calm();
        gate.landAll();
        int duringFaults = outages;
        ask(clean);
        assertThat(outages).as("outages without faults, %s", this).isEqualTo(duringFaults);
        return outages;
    }

    private void produce(SortedMap<Integer, Bytes> request) {
        SortedMap<Integer, Appended> answers = faulty.produce(topic, request);
        if (answers.values().stream().anyMatch(answer -> answer.error() == UNKNOWN)) {
            gate.landAll();
        }
        answers.forEach((partition, answer) -> settle(partition, single(partition, request), answer));
    }

    private void settle(int partition, SortedMap<Integer, Bytes> batch, Appended answer) {
        long high = model.highWatermark(topic, partition);
        boolean outage = OUTAGES.contains(answer.error());
        outages += outage ? 1 : 0;
        if (outage && cleanHigh(partition) == high) {
            return;
        }
        assertThat(answer.error()).as("of an append that happened, %s", this).isNotEqualTo(Errors.KAFKA_STORAGE_ERROR);
        SortedMap<Integer, Appended> expected = model.produce(topic, batch);
        if (outage) {
            assertThat(cleanHigh(partition))
                    .as("after an unknown append, %s", this)
                    .isEqualTo(model.highWatermark(topic, partition));
        } else {
            assertThat(BrokerRules.comparable(new TreeMap<>(Collections.singletonMap(partition, answer))))
                    .as("produce to %d, %s", partition, this)
                    .isEqualTo(BrokerRules.comparable(expected));
        }
    }

    private void delete(int partition) {
        long low = model.logStartOffset(topic, partition);
        long high = model.highWatermark(topic, partition);
        long offset = history.deletionOffset(low, high);
        Trimmed answer = faulty.deleteRecords(topic, partition, offset);
        if (!OUTAGES.contains(answer.error())) {
            assertThat(answer)
                    .as("delete to %d, %s", offset, this)
                    .isEqualTo(model.deleteRecords(topic, partition, offset));
            return;
        }
        outages++;
        gate.landAll();
        long cleanLow = clean.listOffsets(topic, history.partitions(), -2)
                .get(partition)
                .offset();
        if (cleanLow != low) {
            model.deleteRecords(topic, partition, offset);
        }
        assertThat(cleanLow)
                .as("after an unknown delete to %d, %s", offset, this)
                .isEqualTo(model.logStartOffset(topic, partition));
    }

    private void ask(ComparedLog log) {
        List<Long> seen = model.timestamps(topic);
        for (int i = 0; i < 10; i++) {
            long timestamp = seen.isEmpty() ? 0 : seen.get(history.random().nextInt(seen.size()));
            list(log, Math.max(0, timestamp));
        }
        for (long target : new long[] {-1, -2, -3, 0, Long.MAX_VALUE}) {
            list(log, target);
        }
        for (int partition = 0; partition < history.partitions(); partition++) {
            long low = model.logStartOffset(topic, partition);
            long high = model.highWatermark(topic, partition);
            fetch(log, partition, low, MANY_BYTES);
            fetch(
                    log,
                    partition,
                    low + history.random().nextLong(high - low + 1),
                    history.random().nextInt(4_000));
        }
    }

    private void list(ComparedLog log, long timestamp) {
        List<Listed> expected = model.listOffsets(topic, history.partitions(), timestamp);
        List<Listed> answers = log.listOffsets(topic, history.partitions(), timestamp);
        for (int partition = 0; partition < answers.size(); partition++) {
            if (isAnswer(answers.get(partition).error())) {
                assertThat(answers.get(partition))
                        .as("partition %d at %d, %s", partition, timestamp, this)
                        .isEqualTo(expected.get(partition));
            }
        }
    }

    private void fetch(ComparedLog log, int partition, long offset, int maxSizeBytes) {
        Read answer = log.fetch(topic, partition, offset, maxSizeBytes);
        if (isAnswer(answer.error())) {
            assertThat(answer)
                    .as("fetch %d from %d, %d bytes, %s", partition, offset, maxSizeBytes, this)
                    .isEqualTo(model.fetch(topic, partition, offset, maxSizeBytes));
        }
    }

    private static SortedMap<Integer, Bytes> single(int partition, SortedMap<Integer, Bytes> request) {
        return request.subMap(partition, partition + 1);
    }

    private boolean isAnswer(Errors error) {
        outages += OUTAGES.contains(error) ? 1 : 0;
        return !OUTAGES.contains(error);
    }

    private long cleanHigh(int partition) {
        return clean.listOffsets(topic, history.partitions(), -1).get(partition).offset();
    }

    @Override
    public String toString() {
        return "step " + step + ", replay with -Dtidemark.seed=" + seed;
    }
}
