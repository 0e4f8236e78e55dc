package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/** Several processes on the same stores: each call goes to one of them, which may not have seen the last ones. */
final class AlternatingLog implements ComparedLog {
    private final List<? extends ComparedLog> processes;
    private final RandomGenerator random;

    AlternatingLog(List<? extends ComparedLog> processes, RandomGenerator random) {
        this.processes = List.copyOf(processes);
        this.random = random;
    }

    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        return any().createTopic(topic, partitions, configs);
    }

    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        return any().produce(topic, batches);
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        return any().listOffsets(topic, partitions, timestamp);
    }

    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        return any().fetch(topic, partition, offset, maxSizeBytes);
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        return any().deleteRecords(topic, partition, offset);
    }

    private ComparedLog any() {
        return processes.get(random.nextInt(processes.size()));
    }
}
