package io.tidemark.oracle;

import io.tidemark.record.Bytes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Errors;

/**
 * What Kafka's documentation promises, by scanning every record for every question: the judge where a broker's
 * segments make it answer otherwise. It trusts the batches that it is given. Used by one thread.
 */
final class ModelLog implements ComparedLog {
    private final Clock clock;
    private final Map<String, List<ModelPartition>> topics = new HashMap<>();

    /** @param clock the append time on LogAppendTime topics */
    ModelLog(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Errors createTopic(String topic, int partitions, Map<String, String> configs) {
        boolean stamps = "LogAppendTime".equals(configs.get("message.timestamp.type"));
        List<ModelPartition> created = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            created.add(new ModelPartition(stamps));
        }
        topics.put(topic, created);
        return Errors.NONE;
    }

    @Override
    public SortedMap<Integer, Appended> produce(String topic, SortedMap<Integer, Bytes> batches) {
        SortedMap<Integer, Appended> answers = new TreeMap<>();
        batches.forEach((partition, batch) ->
                answers.put(partition, partition(topic, partition).append(batch, clock.millis())));
        return answers;
    }

    @Override
    public List<Listed> listOffsets(String topic, int partitions, long timestamp) {
        List<Listed> answers = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            answers.add(partition(topic, partition).list(timestamp));
        }
        return answers;
    }

    @Override
    public Read fetch(String topic, int partition, long offset, int maxSizeBytes) {
        return partition(topic, partition).fetch(offset, maxSizeBytes);
    }

    @Override
    public Trimmed deleteRecords(String topic, int partition, long offset) {
        return partition(topic, partition).trim(offset);
    }

    long logStartOffset(String topic, int partition) {
        return partition(topic, partition).logStartOffset;
    }

    long highWatermark(String topic, int partition) {
        return partition(topic, partition).highWatermark;
    }

    /** The largest timestamp of a record that is or was in [from, to); -1 where none is above. */
    long maxTimestampMs(String topic, int partition, long from, long to) {
        return partition(topic, partition).records.stream()
                .filter(record -> record.offset() >= from && record.offset() < to)
                .mapToLong(TimedRecord::timestampMs)
                .reduce(-1, Math::max);
    }

    /** Every timestamp that a record of the topic had or has, each once. */
    List<Long> timestamps(String topic) {
        return partitions(topic).stream()
                .flatMap(partition -> partition.records.stream())
                .map(TimedRecord::timestampMs)
                .distinct()
                .toList();
    }

    private ModelPartition partition(String topic, int partition) {
        return partitions(topic).get(partition);
    }

    private List<ModelPartition> partitions(String topic) {
        List<ModelPartition> partitions = topics.get(topic);
        if (partitions == null) {
            throw new IllegalArgumentException("the model has no topic " + topic);
        }
        return partitions;
    }

    private record TimedRecord(long offset, long timestampMs) {
        Listed asAnswer() {
            return Listed.of(offset, timestampMs);
        }
    }

    private static final class ModelPartition {
        private final boolean stamps;
        private final List<Bytes> batches = new ArrayList<>();
        private final List<Long> baseOffsets = new ArrayList<>();
        private final List<TimedRecord> records = new ArrayList<>();
        private final ModelProducers producers = new ModelProducers();
        private long logStartOffset;
        private long highWatermark;

        ModelPartition(boolean stamps) {
            this.stamps = stamps;
        }

        Appended append(Bytes sent, long nowMs) {
            Bytes stored = stamps ? RawBatch.appendedAt(sent, nowMs) : sent;
            List<Long> times = RawBatch.timestampsOf(stored);
            Optional<Appended> decided = producers.decide(sent, times.size(), logStartOffset);
            if (decided.isPresent()) {
                return decided.get();
            }
            long baseOffset = highWatermark;
            times.forEach(time -> records.add(new TimedRecord(highWatermark++, time)));
            batches.add(RawBatch.placedAt(stored, baseOffset));
            baseOffsets.add(baseOffset);
            producers.remember(sent, times.size(), baseOffset);
            return new Appended(Errors.NONE, baseOffset, stamps ? nowMs : -1, logStartOffset, List.of());
        }

        Listed list(long timestamp) {
            return switch ((int) Math.max(-7, Math.min(0, timestamp))) {
                case -1 -> Listed.of(highWatermark, -1);
                // nothing is in a segment: all of the log is local and pending
                case -2, -4, -6 -> Listed.of(logStartOffset, -1);
                case -3 -> maxTimestamp();
                case -5 -> Listed.NO_MATCH;
                case -7 -> Listed.refused(Errors.UNSUPPORTED_VERSION);
                default -> atOrAfter(timestamp);
            };
        }

        Read fetch(long offset, int maxSizeBytes) {
            if (offset < logStartOffset || offset > highWatermark) {
                return Read.refused(Errors.OFFSET_OUT_OF_RANGE);
            }
            List<Bytes> fetched = new ArrayList<>();
            long room = maxSizeBytes;
            for (int i = 0; i < batches.size(); i++) {
                long end = i + 1 < batches.size() ? baseOffsets.get(i + 1) : highWatermark;
                if (end <= offset) {
                    continue;
                }
                room -= batches.get(i).size();
                if (room < 0 && !fetched.isEmpty()) {
                    break;
                }
                fetched.add(batches.get(i));
            }
            return new Read(Errors.NONE, highWatermark, highWatermark, logStartOffset, fetched);
        }

        Trimmed trim(long offset) {
            long asked = offset == -1 ? highWatermark : offset;
            if (asked < 0 || asked > highWatermark) {
                return new Trimmed(Errors.OFFSET_OUT_OF_RANGE, -1);
            }
            logStartOffset = Math.max(logStartOffset, asked);
            return new Trimmed(Errors.NONE, logStartOffset);
        }

        /** The first with the largest timestamp; one below NO_TIMESTAMP is none. */
        private Listed maxTimestamp() {
            Optional<TimedRecord> best = Optional.empty();
            for (TimedRecord record : records) {
                if (record.offset() >= logStartOffset
                        && record.timestampMs()
                                > best.map(TimedRecord::timestampMs).orElse(-2L)) {
                    best = Optional.of(record);
                }
            }
            return best.map(TimedRecord::asAnswer).orElse(Listed.NO_MATCH);
        }

        private Listed atOrAfter(long timestampMs) {
            for (TimedRecord record : records) {
                if (record.offset() >= logStartOffset && record.timestampMs() >= timestampMs) {
                    return record.asAnswer();
                }
            }
            return Listed.NO_MATCH;
        }
    }
}
