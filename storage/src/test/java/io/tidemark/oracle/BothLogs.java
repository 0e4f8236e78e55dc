package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.record.Bytes;
import io.tidemark.simulation.ManualClock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.Errors;

/**
 * A broker and Tidemark as one log: what is done is done to both, and both must answer the same. Where they differ on
 * purpose a test asks {@link #broker} and {@link #tidemark} apart. Used by one thread.
 */
final class BothLogs implements ComparedLog {
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final KafkaLog broker;
    private final TidemarkLog tidemark;
    private final ManualClock clock;
    private final Stores stores;

    BothLogs(Stores stores) {
        clock = ManualClock.atSystemTime();
        broker = new KafkaLog(KafkaBroker.running().connect());
        this.stores = stores;
        tidemark = new TidemarkLog(stores.tidemark(clock, 1));
    }

    KafkaLog broker() {
        return broker;
    }

    TidemarkLog tidemark() {
        return tidemark;
    }

    /** Tidemark's stores. */
    Stores stores() {
        return stores;
    }

    ManualClock clock() {
        return clock;
    }

    long nowMs() {
        return clock.millis();
    }

    /** A new topic of one partition that keeps everything, with these configs beside, as name, value, name, … */
    String topic(String... configs) {
        Map<String, String> all = new HashMap<>(Map.of("retention.ms", "-1"));
        for (int i = 0; i < configs.length; i += 2) {
            all.put(configs[i], configs[i + 1]);
        }
        return topic(1, all);
    }

    /** A new topic under a name of its own: several classes of cases share one broker. */
    String topic(int partitions, Map<String, String> configs) {
        String topic = "case-" + TOPICS.incrementAndGet();
        assertThat(createTopic(topic, partitions, configs)).isEqualTo(Errors.NONE);
        return topic;
    }

    /** A new topic with these batches in it. */
    String topicOf(RawBatch... batches) {
        String topic = topic();
        for (RawBatch batch : batches) {
            assertThat(produce(topic, batch.bytes()).error()).isEqualTo(Errors.NONE);
        }
        return topic;
    }

    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        return same(broker.createTopic(topic, partitions, configs), tidemark.createTopic(topic, partitions, configs));
    }

    /** Tidemark's clock is put to where the broker's was, so that times that are stamped are the same. */
    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        clock.setMillis(ManualClock.atSystemTime().millis());
        SortedMap<Integer, Appended> answers = broker.produce(topic, batches);
        BrokerRules.follow(answers, clock);
        return same(withoutDetail(answers), withoutDetail(tidemark.produce(topic, batches)));
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        return same(
                broker.listOffsets(topic, partitions, timestamp), tidemark.listOffsets(topic, partitions, timestamp));
    }

    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        return same(
                broker.fetch(topic, partition, offset, maxSizeBytes),
                tidemark.fetch(topic, partition, offset, maxSizeBytes));
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        return same(broker.deleteRecords(topic, partition, offset), tidemark.deleteRecords(topic, partition, offset));
    }

    /** A broker tells the log start offset also with some refusals. */
    private static SortedMap<Integer, Appended> withoutDetail(SortedMap<Integer, Appended> answers) {
        SortedMap<Integer, Appended> plain = new TreeMap<>(answers);
        plain.replaceAll((partition, answer) ->
                answer.error() == Errors.NONE ? answer : Appended.refused(answer.error(), answer.recordErrors()));
        return plain;
    }

    private static <T> T same(T brokers, T tidemarks) {
        assertThat(tidemarks).as("Tidemark, beside the broker").isEqualTo(brokers);
        return brokers;
    }
}
