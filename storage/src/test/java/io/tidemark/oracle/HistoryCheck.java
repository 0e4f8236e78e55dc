package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.layout.IndexEntry;
import io.tidemark.oracle.ComparedLog.Appended;
import io.tidemark.oracle.ComparedLog.Listed;
import io.tidemark.oracle.ComparedLog.Read;
import io.tidemark.oracle.ComparedLog.Trimmed;
import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/**
 * Does one random history to Tidemark, to the scanning model and, where there is one, to a broker, and asks all of them
 * the same questions on the way. The model is the judge of Tidemark; the broker is the judge of the model, but for the
 * rules in {@link BrokerRules}. Used by one thread.
 */
final class HistoryCheck {
    private static final int QUESTIONS_EVERY_BATCHES = 25;
    private static final int MAX_TIMESTAMPS_ASKED = 12;
    private static final int MAX_TIMESTAMPS_ASKED_AT_THE_END = 60;
    private static final int FETCHES = 4;
    private static final int MANY_BYTES = 1 << 20;

    private final long seed;
    private final RandomHistory history;
    private final String topic;
    private final ManualClock clock;
    private final Stores stores;
    private final ComparedLog tidemark;
    private final Optional<KafkaLog> broker;
    private final ModelLog model;
    private int step;

    HistoryCheck(long seed, Stores stores, Optional<KafkaLog> broker) {
        this(seed, stores, broker, (same, clock) -> same.twoTidemarks(clock, seed));
    }

    /** @param log what is checked, made over the stores and the clock of this history */
    HistoryCheck(
            long seed, Stores stores, Optional<KafkaLog> broker, BiFunction<Stores, ManualClock, ComparedLog> log) {
        this.seed = seed;
        this.history = new RandomHistory(seed);
        this.topic = "history-" + seed;
        this.clock = ManualClock.atSystemTime();
        this.stores = stores;
        this.tidemark = log.apply(stores, clock);
        this.broker = broker;
        this.model = new ModelLog(clock);
    }

    void run() {
        create();
        IndexEntries index = stores.indexEntries(topic, history.random());
        int batches = 0;
        int askedAt = 0;
        while (batches < history.batches()) {
            batches += produce(history.request());
            if (history.random().nextInt(20) == 0) {
                delete(history.random().nextInt(history.partitions()));
            }
            if (history.random().nextInt(20) == 0) {
                index.disturb();
            }
            if (batches - askedAt >= QUESTIONS_EVERY_BATCHES) {
                ask(MAX_TIMESTAMPS_ASKED);
                askedAt = batches;
            }
        }
        ask(MAX_TIMESTAMPS_ASKED_AT_THE_END);
        checkThatNoEntryIsFalse(index);
        broker.ifPresent(kafka -> kafka.deleteTopic(topic));
    }

    private void create() {
        broker.ifPresent(kafka -> assertThat(kafka.createTopic(topic, history.partitions(), history.configs()))
                .isEqualTo(Errors.NONE));
        model.createTopic(topic, history.partitions(), history.configs());
        assertThat(tidemark.createTopic(topic, history.partitions(), history.configs()))
                .isEqualTo(Errors.NONE);
    }

    /** A broker stamps each partition at its own moment, so there each goes out alone where times are stamped. */
    private int produce(SortedMap<Integer, Bytes> request) {
        if (history.appendTimes() && broker.isPresent()) {
            request.forEach(
                    (partition, batch) -> produceAtOnce(new TreeMap<>(Collections.singletonMap(partition, batch))));
        } else {
            produceAtOnce(request);
        }
        return request.size();
    }

    private void produceAtOnce(SortedMap<Integer, Bytes> request) {
        step++;
        Optional<SortedMap<Integer, Appended>> brokers = broker.map(kafka -> kafka.produce(topic, request));
        if (history.appendTimes() && brokers.isPresent()) {
            BrokerRules.follow(brokers.get(), clock);
        } else {
            clock.setMillis(clock.millis() + 1 + history.random().nextInt(3));
        }
        SortedMap<Integer, Appended> expected = model.produce(topic, request);
        brokers.ifPresent(answer -> assertThat(BrokerRules.comparable(answer))
                .as("broker, produce to %s, %s", request.keySet(), this)
                .isEqualTo(BrokerRules.comparable(expected)));
        assertThat(BrokerRules.comparable(tidemark.produce(topic, request)))
                .as("produce to %s, %s", request.keySet(), this)
                .isEqualTo(BrokerRules.comparable(expected));
    }

    private void delete(int partition) {
        step++;
        long offset =
                history.deletionOffset(model.logStartOffset(topic, partition), model.highWatermark(topic, partition));
        Trimmed expected = model.deleteRecords(topic, partition, offset);
        String question = "delete " + partition + " to " + offset + ", " + this;
        broker.ifPresent(kafka -> assertThat(kafka.deleteRecords(topic, partition, offset))
                .as("broker, " + question)
                .isEqualTo(expected));
        assertThat(tidemark.deleteRecords(topic, partition, offset))
                .as(question)
                .isEqualTo(expected);
    }

    private void ask(int maxTimestamps) {
        for (long timestamp : timestampsToAsk(maxTimestamps)) {
            list(timestamp);
        }
        for (int partition = 0; partition < history.partitions(); partition++) {
            long low = model.logStartOffset(topic, partition);
            long high = model.highWatermark(topic, partition);
            for (long edge : new long[] {-1, low - 1, low, high - 1, high, high + 1}) {
                fetch(partition, edge, MANY_BYTES);
            }
            for (int i = 0; i < FETCHES; i++) {
                fetch(partition, low + history.random().nextLong(high - low + 1), anySizeBytes());
            }
        }
    }

    private void list(long timestamp) {
        List<Listed> expected = model.listOffsets(topic, history.partitions(), timestamp);
        broker.ifPresent(kafka -> {
            List<Listed> answers = kafka.listOffsets(topic, history.partitions(), timestamp);
            for (int partition = 0; partition < answers.size(); partition++) {
                long low = model.logStartOffset(topic, partition);
                assertThat(BrokerRules.corrected(timestamp, answers.get(partition), expected.get(partition), low))
                        .as("broker, partition %d at %d, %s", partition, timestamp, this)
                        .isEqualTo(expected.get(partition));
            }
        });
        assertThat(tidemark.listOffsets(topic, history.partitions(), timestamp))
                .as("list offsets at %d, %s", timestamp, this)
                .isEqualTo(expected);
    }

    private void fetch(int partition, long offset, int maxSizeBytes) {
        Read expected = model.fetch(topic, partition, offset, maxSizeBytes);
        String question = "fetch " + partition + " from " + offset + ", " + maxSizeBytes + " bytes, " + this;
        broker.ifPresent(kafka -> assertThat(kafka.fetch(topic, partition, offset, maxSizeBytes))
                .as("broker, " + question)
                .isEqualTo(expected));
        assertThat(tidemark.fetch(topic, partition, offset, maxSizeBytes))
                .as(question)
                .isEqualTo(expected);
    }

    private void checkThatNoEntryIsFalse(IndexEntries index) {
        for (int partition = 0; partition < history.partitions(); partition++) {
            for (IndexEntry entry : index.of(partition)) {
                assertThat(model.maxTimestampMs(topic, partition, entry.since(), entry.offset()))
                        .as("below %s of partition %d, %s", entry, partition, this)
                        .isLessThanOrEqualTo(entry.previousMaxMs());
            }
        }
    }

    private Set<Long> timestampsToAsk(int max) {
        List<Long> seen = new ArrayList<>(model.timestamps(topic));
        Collections.shuffle(seen, new Random(history.random().nextLong()));
        Set<Long> asked = new TreeSet<>(List.of(0L, Long.MAX_VALUE, -1L, -2L, -3L, -4L, -5L, -6L, -7L));
        for (long timestamp : seen.subList(0, Math.min(max, seen.size()))) {
            asked.add(timestamp);
            asked.add(Math.max(Long.MIN_VALUE + 1, timestamp) - 1);
            asked.add(Math.min(Long.MAX_VALUE - 1, timestamp) + 1);
        }
        return asked;
    }

    private int anySizeBytes() {
        RandomGenerator random = history.random();
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(2);
            case 1 -> MANY_BYTES;
            default -> random.nextInt(4_000);
        };
    }

    @Override
    public String toString() {
        return "step " + step + ", replay with -Dtidemark.seed=" + seed;
    }
}
